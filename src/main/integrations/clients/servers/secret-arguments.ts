/** Arguments that look like secrets: a password in a URL, or what follows `--api-key`. */
const flag = /^--?[\w-]*(?:api-?key|token|password|passwd|secret|credential)[\w-]*$/i;
const flagWithValue =
  /^(--?[\w-]*(?:api-?key|token|password|passwd|secret|credential)[\w-]*=)(.+)$/i;
const urlWithPassword = /^([a-z][\w+.-]*:\/\/[^/:@\s]*:)([^/@\s]+)(@.*)$/is;

export const isSecretArgument = (words: readonly string[], at: number): boolean => {
  const word = words[at] ?? '';
  return flagWithValue.test(word) || urlWithPassword.test(word) || followsFlag(words, at);
};

const followsFlag = (words: readonly string[], at: number): boolean =>
  at > 0 && flag.test(words[at - 1] ?? '') && !(words[at] ?? '').startsWith('-');

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
    const [, start, value] = flagWithValue.exec(word) ?? [];
    if (start !== undefined && value !== undefined) return `${start}${reference(value)}`;
    const [, before, password, after] = urlWithPassword.exec(word) ?? [];
    if (before !== undefined && password !== undefined)
      return `${before}${reference(password)}${after ?? ''}`;
    return followsFlag(words, at) ? reference(word) : word;
  });
  return { args, secrets };
}
