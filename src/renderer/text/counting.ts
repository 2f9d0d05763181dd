const list = new Intl.ListFormat('en-GB', { type: 'conjunction' });

/** "1 scope", "2 scopes". */
export const count = (amount: number, noun: string, plural = `${noun}s`): string =>
  `${amount} ${amount === 1 ? noun : plural}`;

/** "a", "a and b", "a, b and c". */
export const listed = (words: readonly string[]): string => list.format(words);

export const lowerFirst = (text: string): string => text.slice(0, 1).toLowerCase() + text.slice(1);
