/** Which folders can be granted at all, and which come with a warning. */
import { refused, type Refused } from '../../../shared/actions/outcomes.ts';
import { visibleText } from '../../../shared/base/visible-text.ts';
import type { Paths } from '../dependencies.ts';
import { beginsWith, foldedNames, type FoldedNames } from './folded-names.ts';

export interface HomeAndOwnPaths {
  readonly home: string;
  /** Folders that Gatehouse keeps for itself: its data, the checkpoints of its ledger. */
  readonly ownPaths: readonly string[];
}

/** Below the home folder: these hold credentials with which a reader can act as the user elsewhere. */
export const secretsOfHome = [
  ...['.aws', '.azure', '.kube', '.docker', '.password-store', '.config/gcloud', '.config/gh'],
  ...['.config/op', '.config/Bitwarden', '.local/share/keyrings', '.local/share/kwalletd'],
  ...[
    '.mozilla',
    '.thunderbird',
    '.config/google-chrome',
    '.config/chromium',
    '.config/BraveSoftware',
  ],
  ...['Library/Keychains', 'Library/Application Support/Google/Chrome'],
  ...['AppData/Roaming/Microsoft/Credentials', 'AppData/Local/Google/Chrome'],
];
/** Below the home folder: where any installation keeps its checkpoints, whichever is running. */
export const checkpointFolders = [
  '.local/state/gatehouse-checkpoints',
  'Library/Application Support/gatehouse-checkpoints',
  'AppData/Local/gatehouse-checkpoints',
];
/** In any folder, because other users' keys are protected as well. */
const secretsAnywhere = ['.ssh', '.gnupg'];
const ofTheKernel = ['/proc', '/sys', '/dev'];
const ofTheSystem = ['/etc', '/usr', '/bin', '/sbin', '/lib', '/boot', '/var', '/run', '/System'];
const ofWindows = ['C:/Windows', 'C:/Program Files', 'C:/Program Files (x86)', 'C:/ProgramData'];

export function notGrantable(root: string, places: HomeAndOwnPaths): Refused | null {
  if (ownPlacesIn(places).some((own) => isWithin(root, own))) return refused('own-data');
  if (isWholeDisk(root)) return refused('root-not-grantable', 'It is the whole disk.');
  if (ofTheKernel.some((folder) => isWithin(root, folder)))
    return refused('root-not-grantable', 'It belongs to the system and holds no files of yours.');
  const secret = secretIn(root, places.home);
  return secret ? refused('root-not-grantable', `It keeps secrets (${secret}).`) : null;
}

/** One sentence or more. Gatehouse's own folders stay closed inside any granted folder. */
export function rootWarning(root: string, places: HomeAndOwnPaths): string | null {
  const warnings = [
    aboutHome(root, places.home),
    ownPlacesIn(places).some((own) => isWithin(own, root))
      ? 'Gatehouse keeps its own data in here; that stays closed.'
      : null,
  ].filter((warning) => warning !== null);
  return warnings.length > 0 ? warnings.join(' ') : null;
}

/** The same, and what is mounted in the folder: that is not granted with it. */
export function rootWarningWithMounts(
  root: string,
  { home, ownPaths, paths }: HomeAndOwnPaths & { readonly paths: Pick<Paths, 'mountsBelow'> },
): string | null {
  const warnings = [
    rootWarning(root, { home, ownPaths }),
    aboutMounts(paths.mountsBelow?.(root) ?? []),
  ].filter((warning) => warning !== null);
  return warnings.length > 0 ? warnings.join(' ') : null;
}

const maxNamed = 3;

function aboutMounts(mounts: readonly string[]): string | null {
  if (mounts.length === 0) return null;
  const named = mounts
    .slice(0, maxNamed)
    .map((item) => visibleText(item))
    .join(', ');
  const more = mounts.length > maxNamed ? ` and ${mounts.length - maxNamed} more` : '';
  return mounts.length === 1
    ? `Not included: another file system is mounted in it, at ${named}.`
    : `Not included: other file systems are mounted in it, at ${named}${more}.`;
}

const ownPlacesIn = ({ home, ownPaths }: HomeAndOwnPaths): readonly string[] => [
  ...ownPaths,
  ...checkpointFolders.map((folder) => `${home}/${folder}`),
];

/** What a sandbox covers there is in sandbox/sandbox-names.ts. */
const hiddenFromCommands =
  'Sandboxed commands do not see well-known keys and tokens in it, such as .ssh and .aws, but everything else.';

function aboutHome(root: string, home: string): string | null {
  if (isSame(root, home)) return `This is your whole home folder. ${hiddenFromCommands}`;
  if (isWithin(home, root))
    return `Your home folder lies inside this folder. ${hiddenFromCommands}`;
  if (isWithin(root, `${home}/.config`)) return 'Settings of your programs are kept here.';
  if ([...ofTheSystem, ...ofWindows].some((folder) => isWithin(root, folder)))
    return 'Files of the system itself are kept here.';
  return foldedNames(root).at(-1)?.startsWith('.')
    ? 'This is a hidden folder; settings and secrets are often kept in one.'
    : null;
}

function secretIn(root: string, home: string): string | undefined {
  const names = foldedNames(root);
  return (
    secretsAnywhere.find((secret) => names.some((_, at) => leadsInto(names.slice(at), secret))) ??
    secretsOfHome.find((secret) => isWithin(root, `${home}/${secret}`))
  );
}

const leadsInto = (names: FoldedNames, folder: string): boolean =>
  beginsWith(names, foldedNames(folder));

const isWithin = (path: string, folder: string): boolean => leadsInto(foldedNames(path), folder);

const isSame = (path: string, other: string): boolean =>
  isWithin(path, other) && isWithin(other, path);

/** The top of a disk or of a share, in each way Windows writes one: `\\?\C:` reads as a share. */
const isWholeDisk = (path: string): boolean =>
  /^\/+$/.test(path) || (!/^\/(?!\/)/.test(path) && isTopOfWindows(path));

const isTopOfWindows = (path: string): boolean =>
  /^[/\\]*$/.test(path) ||
  /^[A-Za-z]:[/\\]*$/.test(path) ||
  /^[/\\]{2}[^/\\]+(?:[/\\]+[^/\\]+)?[/\\]*$/.test(path);
