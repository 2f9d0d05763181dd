/** Config folders on each operating system. */
import type { SystemEnvironment } from '../../../../shared/app/data-dir.ts';

const isWindows = ({ platform }: SystemEnvironment): boolean => platform === 'win32';

export function inFolder(
  at: SystemEnvironment,
  folder: string,
  ...names: readonly string[]
): string {
  return [folder, ...names].join(isWindows(at) ? '\\' : '/');
}

export const inHome = (at: SystemEnvironment, ...names: readonly string[]): string =>
  inFolder(at, at.home, ...names);

/** `~/.config`, which some programs use on every system. */
export const inConfigHome = (at: SystemEnvironment, ...names: readonly string[]): string =>
  inFolder(at, at.env['XDG_CONFIG_HOME'] || inHome(at, '.config'), ...names);

/** The config folder of desktop applications on this system. */
export function inAppData(at: SystemEnvironment, ...names: readonly string[]): string {
  if (isWindows(at))
    return inFolder(at, at.env['APPDATA'] ?? inHome(at, 'AppData', 'Roaming'), ...names);
  if (at.platform === 'darwin') return inHome(at, 'Library', 'Application Support', ...names);
  return inConfigHome(at, ...names);
}

/** A folder that an environment variable can override. */
export const inMovable = (
  at: SystemEnvironment,
  variable: string,
  usual: string,
  ...names: readonly string[]
): string => inFolder(at, at.env[variable] || inHome(at, usual), ...names);
