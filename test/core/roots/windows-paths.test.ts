/** D14: the table is pure, so it is tested on every system; no Windows was asked. */
import { describe, expect, test } from 'vitest';
import {
  classifyWindowsPath,
  type WindowsPathKind,
} from '../../../src/shared/files/windows-paths.ts';

type Row = readonly [path: string, kind: WindowsPathKind];

const ordinary: readonly Row[] = [
  ['C:\\work\\a.txt', 'plain'],
  ['c:/work/a.txt', 'plain'],
  ['C:\\', 'plain'],
  ['C:\\work\\.\\a.txt', 'plain'],
  ['C:\\work\\.gitignore', 'plain'],
  ['C:\\work\\console.log', 'plain'],
  ['C:\\work\\nullable.ts', 'plain'],
  ['C:\\work\\com10', 'plain'],
  ['C:\\work\\a~b', 'plain'],
  ['C:\\wörk\\ä.txt', 'plain'],
  ['a.txt', 'relative'],
  ['work\\a.txt', 'relative'],
  ['', 'relative'],
  ['\\work\\a.txt', 'current-drive'],
  ['/work/a.txt', 'current-drive'],
];

const devices: readonly Row[] = [
  ['CON', 'device'],
  ['con', 'device'],
  ['nul.txt', 'device'],
  ['NUL.tar.gz', 'device'],
  ['COM1:', 'device'],
  ['com0', 'device'],
  ['LPT9', 'device'],
  ['COM¹', 'device'],
  ['lpt³.log', 'device'],
  ['AUX ', 'device'],
  ['aux .txt', 'device'],
  ['CONIN$', 'device'],
  ['conout$', 'device'],
  ['C:\\work\\prn', 'device'],
  ['C:\\work\\nul\\a.txt', 'device'],
  // CVE-2025-27210: Node's join kept the device while it climbed.
  ['..\\CON:..\\..\\..\\secret.txt', 'device'],
  ['C:\\work\\AUX:..\\..\\secret.txt', 'device'],
];

const otherPlaces: readonly Row[] = [
  ['\\\\?\\C:\\work\\a.txt', 'device-namespace'],
  ['\\\\.\\PhysicalDrive0', 'device-namespace'],
  ['\\\\.\\pipe\\gatehouse', 'device-namespace'],
  ['//?/C:/work', 'device-namespace'],
  ['//./COM1', 'device-namespace'],
  ['\\??\\C:\\work', 'device-namespace'],
  ['\\\\?\\UNC\\server\\share', 'device-namespace'],
  ['\\\\server\\share\\a.txt', 'unc'],
  ['//server/share/a.txt', 'unc'],
  ['\\/server\\share', 'unc'],
  ['C:rel', 'drive-relative'],
  ['C:', 'drive-relative'],
  ['c:work\\a.txt', 'drive-relative'],
  ['C:..\\a.txt', 'climbing'],
  ['C:\\work\\..\\secret', 'climbing'],
  ['C:/work/../secret', 'climbing'],
  ['..\\secret', 'climbing'],
  ['C:\\work\\...\\secret', 'climbing'],
  ['C:\\work\\.. \\secret', 'climbing'],
];

const otherSpellings: readonly Row[] = [
  ['a.txt.', 'trailing-dot-or-space'],
  ['a.txt ', 'trailing-dot-or-space'],
  ['a.txt. .', 'trailing-dot-or-space'],
  ['C:\\work\\.git.\\config', 'trailing-dot-or-space'],
  ['C:\\work\\.git \\config', 'trailing-dot-or-space'],
  ['a.txt::$DATA', 'stream'],
  ['a.txt:hidden', 'stream'],
  ['C:\\work\\.git::$INDEX_ALLOCATION\\config', 'stream'],
  ['C:\\work:$i30:$INDEX_ALLOCATION\\a', 'stream'],
  // A second drive in the middle is no drive.
  ['C:\\work\\D:\\a.txt', 'stream'],
  ['GIT~1\\hooks', 'short-name'],
  ['C:\\work\\PACKAG~1.JSO', 'short-name'],
  ['C:\\PROGRA~1', 'short-name'],
  ['C:\\work\\gi7eba~1', 'short-name'],
  ['C:\\work/a.txt', 'mixed-separators'],
  ['work\\sub/a.txt', 'mixed-separators'],
  // CVE-2026-54286: decoded later, it becomes a separator.
  ['C:\\work\\..%5Csecret', 'encoded-separator'],
  ['C:\\work\\%2e%2e\\secret', 'encoded-separator'],
  ['C:\\work\\a%2Fb', 'encoded-separator'],
  ['C:\\work\\a%00.txt', 'encoded-separator'],
  ['C:\\work\\a?.txt', 'forbidden-character'],
  ['C:\\work\\*', 'forbidden-character'],
  ['C:\\work\\a|b', 'forbidden-character'],
  ['C:\\work\\a\nb', 'forbidden-character'],
  ['C:\\work\\a\0b', 'forbidden-character'],
];

describe('D14 what Windows would make of a path', () => {
  test.each([...ordinary, ...devices, ...otherPlaces, ...otherSpellings])(
    '%j is %s',
    (path, kind) => {
      expect(classifyWindowsPath(path)).toBe(kind);
    },
  );

  test('every character that is not a letter is taken as it is, and nothing throws', () => {
    for (let code = 0; code < 0x3000; code += 1)
      expect(classifyWindowsPath(`C:\\work\\x${String.fromCodePoint(code)}y`)).toBeTypeOf('string');
  });
});
