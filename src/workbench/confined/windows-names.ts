/** Names that Windows would take for another file than the one they seem to name. */
import { classifyWindowsPath } from '../../shared/files/windows-paths.ts';

/** Why no file in a folder can be meant by this name; null when one can. */
export function windowsNameProblem(name: string): string | null {
  if (name === '' || name === '.' || name === '..' || /[/\\\0]/.test(name))
    return 'It is not one name.';
  const kind = classifyWindowsPath(name);
  return kind === 'relative' ? null : `Windows would take it for something else (${kind}).`;
}
