/** Finds arguments that look like secrets: a password in a URL, or the value of `--api-key`. */
const anyFlag = /^-[\w-]*$/;
const secretName = /api-?key|token|password|passwd|secret|credential/i;
const urlWithPassword = /^([a-z][\w+.-]*:\/\/[^/:@\s]*:)([^/@\s]+)(@.*)$/is;

export const isSecretArgument = (words: readonly string[], at: number): boolean => {
  const word = words[at] ?? '';
  return flagWithValue(word) !== null || urlWithPassword.test(word) || followsFlag(words, at);
};

const isSecretFlag = (word: string): boolean => anyFlag.test(word) && secretName.test(word);

/** `--token=value` as `--token=` and the value. */
function flagWithValue(word: string): readonly [start: string, value: string] | null {
  const end = word.indexOf('=');
  if (end === -1 || end === word.length - 1 || !isSecretFlag(word.slice(0, end))) return null;
  return [word.slice(0, end + 1), word.slice(end + 1)];
}

const followsFlag = (words: readonly string[], at: number): boolean =>
  at > 0 && isSecretFlag(words[at - 1] ?? '') && !(words[at] ?? '').startsWith('-');

export interface SplitArguments {
  /** With `${ARGUMENT_1}` in place of each secret. */
  readonly args: readonly string[];
  readonly secrets: Readonly<Record<string, string>>;
}

export function splitSecrets(words: readonly string[]): SplitArguments {
  const secrets: Record<string, string> = {};
  const reference = (value: string): string => {
    const name = `ARGUMENT_${Object.keys(secrets).length + 1}`;
    secrets[name] = value;
    return `\${${name}}`;
  };
  const args = words.map((word, at) => {
    const [start, value] = flagWithValue(word) ?? [];
    if (start !== undefined && value !== undefined) return `${start}${reference(value)}`;
    const [, before, password, after] = urlWithPassword.exec(word) ?? [];
    if (before !== undefined && password !== undefined)
      return `${before}${reference(password)}${after ?? ''}`;
    return followsFlag(words, at) ? reference(word) : word;
  });
  return { args, secrets };
}
