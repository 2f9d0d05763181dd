/**
 * How Windows would interpret a path, judged from its text alone. Only `plain` names exactly the
 * file it seems to name; each of the other kinds has led some program to another file than the one
 * it checked.
 */
export type WindowsPathKind =
  | 'plain'
  | 'relative'
  | 'current-drive'
  | 'drive-relative'
  | 'climbing'
  | 'mixed-separators'
  | 'unc'
  | 'device-namespace'
  | 'device'
  | 'stream'
  | 'short-name'
  | 'trailing-dot-or-space'
  | 'encoded-separator'
  | 'forbidden-character';

const deviceNamespace = /^(?:[\\/]{2}[.?](?:[\\/]|$)|[\\/]\?\?[\\/])/;
const drive = /^[A-Za-z]:/;
// Windows treats these names as devices in every folder, whatever the extension.
const deviceName = /^(?:con|prn|aux|nul|conin\$|conout\$|clock\$|(?:com|lpt)[0-9¹²³])$/i;
const shortName = /^[^\s.~]{1,6}~\d{1,6}(?:\.[^.]{0,3})?$/;

export function classifyWindowsPath(path: string): WindowsPathKind {
  if (deviceNamespace.test(path)) return 'device-namespace';
  if (/^[\\/]{2}/.test(path)) return 'unc';
  const hasDrive = drive.test(path);
  const rest = hasDrive ? path.slice(2) : path;
  const names = rest.split(/[\\/]/).filter((name) => name !== '');
  const bad = oddityIn(names);
  if (bad) return bad;
  if (hasDrive && !/^[\\/]/.test(rest)) return 'drive-relative';
  if (rest.includes('\\') && rest.includes('/')) return 'mixed-separators';
  if (hasDrive) return 'plain';
  return /^[\\/]/.test(path) ? 'current-drive' : 'relative';
}

/** The most dangerous interpretation of any of the names. */
function oddityIn(names: readonly string[]): WindowsPathKind | null {
  if (names.some(isDevice)) return 'device';
  if (names.some((name) => name.includes(':'))) return 'stream';
  if (names.some((name) => /^\.\.[. ]*$/.test(name))) return 'climbing';
  if (names.some((name) => /%(?:2e|2f|5c|00)/i.test(name))) return 'encoded-separator';
  if (names.some((name) => name !== '.' && /[. ]$/.test(name))) return 'trailing-dot-or-space';
  if (names.some((name) => shortName.test(name))) return 'short-name';
  return names.some((name) => /[<>"|?*\p{Cc}]/u.test(name)) ? 'forbidden-character' : null;
}

const isDevice = (name: string): boolean =>
  deviceName.test((name.split(/[.:]/)[0] ?? '').replace(/(?<! ) +$/, ''));
