/**
 * Parses what the user types into the search box. Only letters and digits reach the full-text
 * index, each run quoted, so that nothing typed is interpreted as query syntax.
 */
export interface Phrase {
  readonly words: readonly string[];
  /**
   * Whether the last word may be a prefix: if it ends with a star, or if no entry contains it as
   * typed.
   */
  readonly open: 'no' | 'yes' | 'if-unknown';
}

const quotedOrBare = /"([^"]*)"|[^\s"]+/gu;
// The characters that SQLite's unicode61 treats as part of a word.
const word = /[\p{L}\p{N}\p{Co}][\p{L}\p{N}\p{Co}\p{M}]*/gu;
const maxPhrases = 16;
const maxWords = 32;
/** Shorter prefixes match so much that the lookup would take too long. */
const shortestBeginning = 3;

/** Null if nothing was searched for; empty if none of it can be found. */
export function phrasesOf(q: string | undefined): readonly Phrase[] | null {
  const typed = q?.trim() ?? '';
  if (typed === '') return null;
  const parts = [...typed.matchAll(quotedOrBare)].slice(0, maxPhrases);
  return parts.flatMap(([whole, quoted], index) => {
    const words = wordsOf(quoted ?? whole).slice(0, maxWords);
    if (words.length === 0) return [];
    const isLast = index === parts.length - 1;
    return [{ words, open: opennessOf(words.at(-1) ?? '', whole, isLast) }];
  });
}

function opennessOf(lastWord: string, typed: string, isLast: boolean): Phrase['open'] {
  if (lastWord.length < shortestBeginning || typed.endsWith('"')) return 'no';
  if (typed.endsWith('*')) return 'yes';
  return isLast ? 'if-unknown' : 'no';
}

/**
 * Makes the last phrase a prefix where necessary, now that the index can be asked whether the word
 * exists.
 */
export function normalizedPhrases(
  phrases: readonly Phrase[],
  isKnown: (phrase: Phrase) => boolean,
): readonly Phrase[] {
  return phrases.map((phrase) => {
    if (phrase.open !== 'if-unknown') return phrase;
    return { ...phrase, open: isKnown({ ...phrase, open: 'no' }) ? 'no' : 'yes' };
  });
}

export const matchExpression = (phrases: readonly Phrase[]): string =>
  phrases
    .map(({ words, open }) => `"${words.join(' ')}"${open === 'yes' ? ' *' : ''}`)
    .join(' AND ');

/** A text as a sequence of words, for searching without an index. */
export const wordRun = (text: string): string => ` ${wordsOf(text).join(' ')} `;

export const runFits = (run: string, phrases: readonly Phrase[]): boolean =>
  phrases.every(({ words, open }) =>
    run.includes(` ${words.join(' ')}${open === 'yes' ? '' : ' '}`),
  );

const wordsOf = (text: string): readonly string[] =>
  text.normalize('NFD').toLowerCase().replaceAll(/\p{M}/gu, '').match(word) ?? [];
