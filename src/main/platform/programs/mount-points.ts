/**
 * Creates the mount points that bubblewrap (bwrap) needs in private folders. Programs inside may
 * have put links there: bwrap would follow them while it still sees the whole computer, and create
 * folders wherever they lead.
 */
import fs from 'node:fs';
import path from 'node:path';
import type { SandboxLaunch } from '../../../shared/sandbox/sandbox-launch.ts';

interface BwrapMount {
  /** Null for an empty mount. */
  readonly from: string | null;
  readonly at: string;
}

/** The mounts in bwrap's arguments, in order. */
const mountsIn = (args: readonly string[]): readonly BwrapMount[] =>
  args.flatMap((arg, index): readonly BwrapMount[] => {
    const [first = '', second = ''] = args.slice(index + 1, index + 3);
    if (arg === '--bind' || arg === '--ro-bind') return [{ from: first, at: second }];
    return arg === '--tmpfs' ? [{ from: null, at: first }] : [];
  });

const isBelow = (file: string, folder: string): boolean => file.startsWith(`${folder}/`);

export function makeMountPoints({ args, privateFolders }: SandboxLaunch): void {
  const mounts = mountsIn(args);
  for (const [index, { from, at }] of mounts.entries()) {
    const around = mounts.slice(0, index).findLast((item) => isBelow(at, item.at));
    if (around === undefined || around.from === null || !privateFolders.includes(around.from))
      continue;
    const names = path.relative(around.at, at).split('/');
    let here = around.from;
    for (const [depth, name] of names.entries()) {
      here = path.join(here, name);
      const isLast = depth === names.length - 1;
      makePoint(here, isLast && from !== null && !isFolder(from) ? 'file' : 'folder');
    }
  }
}

function makePoint(place: string, kind: 'file' | 'folder'): void {
  const stat = fs.lstatSync(place, { throwIfNoEntry: false });
  const isRight = kind === 'folder' ? stat?.isDirectory() : stat?.isFile();
  if (isRight) return;
  // It is in the private folder itself; a link's target is not touched.
  if (stat) fs.rmSync(place, { recursive: true, force: true });
  if (kind === 'folder') fs.mkdirSync(place, { mode: 0o755 });
  else fs.writeFileSync(place, '', { flag: 'wx', mode: 0o444 });
}

function isFolder(file: string): boolean {
  return fs.statSync(file, { throwIfNoEntry: false })?.isDirectory() ?? false;
}
