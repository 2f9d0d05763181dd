/** Which folders can be given at all, and which deserve a second look. */
import { refused, type Refused } from '../../../shared/outcomes.ts';
import { isInside } from '../../../shared/inside.ts';

export interface Places {
  readonly home: string;
  readonly dataDir: string;
}

const secretFolders = ['.ssh', '.gnupg', '.aws', '.kube', '.docker', '.password-store'];

export function notGrantable(root: string, places: Places): Refused | null {
  if (isInside(root, places.dataDir)) return refused('own-data');
  if (isFilesystemTop(root)) return refused('root-not-grantable', 'It is the whole disk.');
  const secret = secretFolders.find((name) => isInside(root, join(places.home, name)));
  return secret ? refused('root-not-grantable', `It keeps secrets (${secret}).`) : null;
}

export function rootWarning(root: string, places: Places): string | null {
  if (root === places.home) return 'This is your whole home folder.';
  if (isInside(places.home, root)) return 'Your home folder lies inside this folder.';
  if (isInside(root, join(places.home, '.config')))
    return 'Settings of your programs are kept here.';
  const name = root.split(/[/\\]/).at(-1) ?? '';
  return name.startsWith('.')
    ? 'This is a hidden folder; settings and secrets are often kept in one.'
    : null;
}

const isFilesystemTop = (path: string): boolean => path === '/' || /^[A-Za-z]:[/\\]?$/.test(path);

const join = (folder: string, name: string): string =>
  folder.includes('\\') ? `${folder}\\${name}` : `${folder}/${name}`;
