/** Checks arguments that Gatehouse itself passes to git (SECURITY.md F7, F8). */

export type GitPosition = 'ref' | 'path' | 'url' | 'message';

/** Why a text is not allowed there; null if it is. */
export function gitArgumentError(text: string, position: GitPosition): string | null {
  if (text.includes('\0')) return 'It holds a NUL character.';
  if (text.startsWith('-')) return 'It begins with "-" and would be taken for an option.';
  if (position === 'url') {
    if (isCodeTransport(text)) return 'This transport runs a program.';
    if (/\s|\p{Cc}/u.test(text)) return 'It holds white space.';
  }
  if (position === 'ref' && !isPlainRef(text)) return 'It is not the name of a commit or a branch.';
  return null;
}

/** `ext::sh -c …`, `fd::17` and every other `helper::address`. */
export const isCodeTransport = (text: string): boolean => /^[a-z0-9][a-z0-9+.-]*::/i.test(text);

/** No control characters, no spaces; everything else git judges itself. */
const isPlainRef = (text: string): boolean => text !== '' && !/\s|\p{Cc}/u.test(text);

const codeSettings: readonly RegExp[] = [
  /^core\.(?:sshcommand|fsmonitor|pager|editor|askpass|hookspath|gitproxy|alternaterefscommand|attributesfile|worktree|excludesfile)$/,
  /^(?:diff|merge|filter|difftool|mergetool|browser|man|guitool)\./,
  /^(?:alias|pager|credential|include|includeif|url|remote|submodule|protocol|gpg|trailer|uploadpack|receive|interactive|sequence|sendemail|http|init|web|instaweb|tar|extensions|hook)\./,
];

/** Settings that make git run a program or read more settings. */
export const isCodeSetting = (key: string): boolean =>
  codeSettings.some((form) => form.test(key.toLowerCase()));
