/** Config folders on each operating system. */
import type { Surroundings } from '../../../../shared/app/data-dir.ts';

const isWindows = ({ platform }: Surroundings): boolean => platform === 'win32';

export function inFolder(at: Surroundings, folder: string, ...names: readonly string[]): string {
  return [folder, ...names].join(isWindows(at) ? '\\' : '/');
}

export const inHome = (at: Surroundings, ...names: readonly string[]): string =>
  inFolder(at, at.home, ...names);

/** `~/.config`, which some programs use on every system. */
export const inConfigHome = (at: Surroundings, ...names: readonly string[]): string =>
  inFolder(at, at.env['XDG_CONFIG_HOME'] || inHome(at, '.config'), ...names);

/** The config folder of desktop applications on this system. */
export function inAppData(at: Surroundings, ...names: readonly string[]): string {
  if (isWindows(at))
    return inFolder(at, at.env['APPDATA'] ?? inHome(at, 'AppData', 'Roaming'), ...names);
  if (at.platform === 'darwin') return inHome(at, 'Library', 'Application Support', ...names);
  return inConfigHome(at, ...names);
}

/** A folder that an environment variable can override. */
export const inMovable = (
  at: Surroundings,
  variable: string,
  usual: string,
  ...names: readonly string[]
): string => inFolder(at, at.env[variable] || inHome(at, usual), ...names);
