/**
 * Compares what bubblewrap (bwrap) mounted with what it was told to mount, before the program
 * runs. Bubblewrap works with names, and another command of the session can put a link in place of
 * a name meanwhile: the link's target would be mounted instead.
 */

interface WantedMount {
  readonly kind: 'same' | 'other' | 'memory';
  readonly path: string;
}

interface FoundMount {
  readonly device: string;
  /** The path of what is shown, inside its own file system. */
  readonly root: string;
  readonly path: string;
  readonly type: string;
}

/** The mounts in bwrap's arguments, in order. */
function wantedMounts(args: readonly string[]): readonly WantedMount[] {
  return args.flatMap((arg, at): readonly WantedMount[] => {
    const [first = '', second = ''] = args.slice(at + 1, at + 3);
    if (arg === '--bind' || arg === '--ro-bind')
      return [{ kind: first === second ? 'same' : 'other', path: second }];
    return arg === '--tmpfs' ? [{ kind: 'memory', path: first }] : [];
  });
}

const unescaped = (text: string): string =>
  text.replaceAll(/\\([0-7]{3})/g, (_, octal: string) =>
    String.fromCodePoint(Number.parseInt(octal, 8)),
  );

/** Parses the lines of /proc/PID/mountinfo. */
function foundMounts(mountInfo: string): readonly FoundMount[] {
  return mountInfo.split('\n').flatMap((line) => {
    const [before = '', after = ''] = line.split(' - ');
    const [, , device = '', root = '', path = ''] = before.split(' ');
    const [type = ''] = after.split(' ');
    return path === '' ? [] : [{ device, root: unescaped(root), path: unescaped(path), type }];
  });
}

/** The last mount operation of bwrap makes the root read-only. */
export const isComplete = (mountInfo: string): boolean =>
  /^\d+ \d+ \S+ \S+ \/ ro[ ,].* - tmpfs /m.test(mountInfo) &&
  / \/run\/gatehouse /.test(mountInfo) &&
  !/ \/(?:oldroot|newroot)\/\S* r[ow][ ,]/.test(mountInfo);

const below = (folder: string, path: string): string | null =>
  path.startsWith(`${folder}/`) ? path.slice(folder.length) : null;

/**
 * The first path where something else is mounted; null if all are correct. Only paths in a folder
 * that was mounted before them are checked: programs inside can change no others.
 */
export function wrongMount(args: readonly string[], mountInfo: string): string | null {
  const wanted = wantedMounts(args);
  const found = new Map(foundMounts(mountInfo).map((mount) => [mount.path, mount]));
  const isRight = (mount: WantedMount, around: WantedMount): boolean => {
    const here = found.get(mount.path);
    const there = found.get(around.path);
    if (!here || !there) return false;
    if (mount.kind === 'memory') return here.type === 'tmpfs';
    if (mount.kind === 'other') return true;
    const rest = below(around.path, mount.path) ?? '';
    const root = there.root === '/' ? rest : `${there.root}${rest}`;
    return here.device === there.device && here.root === root;
  };
  const wrong = wanted.find((mount, at) => {
    const around = wanted
      .slice(0, at)
      .findLast(({ kind, path }) => kind === 'same' && below(path, mount.path) !== null);
    // What a later mount covers cannot be seen.
    const isCovered = wanted.slice(at + 1).some(({ path }) => isAtOrAround(path, mount.path));
    return around !== undefined && !isCovered && !isRight(mount, around);
  });
  return wrong?.path ?? null;
}

const isAtOrAround = (path: string, other: string): boolean =>
  path === other || below(path, other) !== null;
