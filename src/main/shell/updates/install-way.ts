/** How this copy of the app was installed. The same way replaces it. */
import fs from 'node:fs';
import path from 'node:path';
import type { InstallWay } from '../../../shared/app/updates.ts';

interface InstalledCopy {
  readonly platform: NodeJS.Platform;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The program that runs. */
  readonly program: string;
  readonly isPackage: boolean;
  /** The root of the file system; tests have their own. */
  readonly root?: string;
}

const listOfDpkg = '/var/lib/dpkg/info/gatehouse.list';
const foldersOfRpm = ['/usr/lib/sysimage/rpm', '/var/lib/rpm'];

export function installWayOf({
  platform,
  env,
  program,
  isPackage,
  root = '/',
}: InstalledCopy): InstallWay {
  if (!isPackage) return 'checkout';
  if (platform !== 'linux') return 'installer';
  const { APPIMAGE: image } = env;
  if (image && path.isAbsolute(image)) return 'appimage';
  if (linesIn(path.join(root, listOfDpkg)).includes(program)) return 'deb';
  const isOfSystem = /^\/(opt|usr)\//.test(program) && !program.startsWith('/usr/local/');
  const hasRpm = foldersOfRpm.some((folder) => fs.existsSync(path.join(root, folder)));
  return isOfSystem && hasRpm ? 'rpm' : 'archive';
}

function linesIn(file: string): readonly string[] {
  try {
    return fs.readFileSync(file, 'utf8').split('\n');
  } catch {
    return [];
  }
}
