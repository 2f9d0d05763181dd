/**
 * The folders and files created for sandboxes, below the data folder and readable by the user
 * only. A session's files are removed with it; the home folder of a client in its granted folders
 * is kept for a while, so that caches survive.
 */
import { createHash, randomUUID } from 'node:crypto';
import fs from 'node:fs';
import { chmod, readdir, rmdir, unlink } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { systemErrorCode } from '../../../shared/base/system-error.ts';
import type { PrivateFiles, SandboxedSession } from '../../../shared/sandbox/machine-facts.ts';
import { sizeOfFolder } from '../files/folder-size.ts';
import { seccompFilter } from './seccomp-filter.ts';
import { userGitSettings } from './user-git-settings.ts';

export interface PrivateFilesDeps {
  readonly dataDir: string;
  readonly home: string;
  readonly user: string;
  /** How long unused home folders are kept, and how much space they may use. */
  readonly homes?: { readonly keptMs: number; readonly keptBytes: number };
}

/** Folders of ended sessions that are being removed. */
const endedPrefix = 'ended-';

// Node does not export it; the value is the same on every architecture Electron supports.
const O_PATH = 0o10000000;

/** A home folder that was not used for this long is removed. */
const homeMs = 14 * 24 * 60 * 60_000;
/**
 * Limit for all home folders together, except those in use; the least recently used are removed
 * first.
 */
const homeBytes = 10 * 1024 ** 3;
/**
 * A file next to the home folder, where programs inside cannot change it; its mtime is the last
 * use.
 */
const usedSuffix = '.used';

const maxTries = 6;
const retryMs = 200;

/** Next to a home folder: the settings folders of an agent. */
const agentSuffix = '-agent';

const digest = (text: string): string =>
  createHash('sha256').update(text).digest('hex').slice(0, 32);

export class SandboxFiles {
  readonly #deps: PrivateFilesDeps;
  readonly #folder: string;
  readonly #made = new Map<string, PrivateFiles>();
  readonly #removing = new Set<Promise<void>>();
  #isExpiring = false;

  constructor(deps: PrivateFilesDeps) {
    this.#deps = deps;
    this.#folder = path.join(deps.dataDir, 'sandbox');
  }

  /** Null if there is no filter for the processor. */
  static filter = (): Buffer | null => seccompFilter(process.arch);

  /** Removes what sessions of an earlier run left behind. */
  start(): void {
    for (const name of namesIn(this.#folder))
      if (name === 'sessions' || name.startsWith(endedPrefix))
        this.#remove(path.join(this.#folder, name));
    this.#expireHomes();
  }

  filesOf(session: SandboxedSession): PrivateFiles {
    const known = this.#made.get(session.sessionId);
    if (known && fs.existsSync(known.temporary)) return known;
    const made = this.#make(session);
    this.#made.set(session.sessionId, made);
    return made;
  }

  endSession(sessionId: string): void {
    const home = this.#made.get(sessionId)?.home;
    this.#made.delete(sessionId);
    this.#remove(this.#sessionFolder(sessionId));
    if (home === undefined) return;
    markUsed(home);
    this.#expireHomes();
  }

  /** Removed together with the home folder, which is not used again. */
  endForGood(sessionId: string): void {
    const home = this.#made.get(sessionId)?.home;
    this.endSession(sessionId);
    if (home === undefined) return;
    this.#remove(home);
    this.#remove(`${home}${agentSuffix}`);
    fs.rmSync(`${home}${usedSuffix}`, { force: true });
  }

  /** Resolves when all of it is removed. */
  async dispose(): Promise<void> {
    for (const sessionId of [...this.#made.keys()]) this.endSession(sessionId);
    // Checking the home folders starts to remove some.
    while (this.#removing.size > 0) await Promise.all(this.#removing);
  }

  /** In the background, one check at a time. */
  #expireHomes(): void {
    if (this.#isExpiring) return;
    this.#isExpiring = true;
    const expiring = this.#dropHomes()
      .catch(() => undefined)
      .finally(() => {
        this.#isExpiring = false;
        this.#removing.delete(expiring);
      });
    this.#removing.add(expiring);
  }

  async #dropHomes(): Promise<void> {
    const folder = path.join(this.#folder, 'homes');
    const homes = namesIn(folder)
      .filter((name) => !name.endsWith(usedSuffix) && !name.endsWith(agentSuffix))
      .map((name) => ({ home: path.join(folder, name), at: usedAt(path.join(folder, name)) }))
      .toSorted((a, b) => b.at - a.at);
    const { keptMs = homeMs, keptBytes = homeBytes } = this.#deps.homes ?? {};
    let bytes = 0;
    const isRecent = (home: string): boolean => Date.now() - usedAt(home) < keptMs;
    for (const { home } of homes) {
      const size = await sizeOfFolder(home);
      // A session may have ended while its size was measured; then it was used just now.
      const isInUse = [...this.#made.values()].some((item) => item.home === home);
      if (isInUse || !fs.existsSync(home)) continue;
      const isKept = isRecent(home) && bytes + size <= keptBytes;
      if (isKept) {
        bytes += size;
        continue;
      }
      this.#remove(home);
      this.#remove(`${home}${agentSuffix}`);
      fs.rmSync(`${home}${usedSuffix}`, { force: true });
    }
  }

  /** Renamed immediately so that the name is free; removing a large folder takes a while. */
  #remove(folder: string): void {
    const aside = path.join(this.#folder, `${endedPrefix}${randomUUID()}`);
    try {
      fs.renameSync(folder, aside);
    } catch {
      // It was never created.
      return;
    }
    const removing = removeTree(aside).finally(() => this.#removing.delete(removing));
    this.#removing.add(removing);
  }

  #sessionFolder(sessionId: string): string {
    return path.join(this.#folder, 'sessions', digest(sessionId));
  }

  #make({ sessionId, clientId, roots }: SandboxedSession): PrivateFiles {
    const own = this.#sessionFolder(sessionId);
    const names = roots.map((root) => root.path).toSorted();
    const home = path.join(this.#folder, 'homes', digest(JSON.stringify([clientId, names])));
    const files: PrivateFiles = {
      temporary: path.join(own, 'tmp'),
      home,
      ownFiles: path.join(own, 'files'),
      agentFiles: path.join(own, 'agent'),
      agentFolders: `${home}${agentSuffix}`,
      passwd: path.join(own, 'passwd'),
      group: path.join(own, 'group'),
      resolvConf: path.join(own, 'resolv.conf'),
      empty: path.join(own, 'empty'),
      seccomp: path.join(own, 'seccomp'),
    };
    for (const folder of [files.temporary, files.home, files.ownFiles])
      fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
    markUsed(files.home);
    const { user, home: userHome } = this.#deps;
    const name = nameInside(user);
    const [uid, gid] = [process.getuid?.() ?? 0, process.getgid?.() ?? 0];
    const put = (file: string, text: string | Buffer): void =>
      fs.writeFileSync(file, text, { mode: 0o600 });
    put(files.passwd, passwdText(name, uid, gid, userHome));
    put(files.group, groupText(name, gid));
    put(
      files.resolvConf,
      '# Names are resolved inside the session; none is sent out.\nnameserver 127.0.0.1\n',
    );
    put(files.empty, '');
    put(files.seccomp, SandboxFiles.filter() ?? Buffer.alloc(0));
    const git = userGitSettings(userHome, names, '/run/gatehouse/gitignore');
    put(path.join(files.ownFiles, 'gitconfig'), Buffer.from(git.config, 'latin1'));
    if (git.ignore !== null) put(path.join(files.ownFiles, 'gitignore'), git.ignore);
    return files;
  }
}

const markUsed = (home: string): void =>
  fs.writeFileSync(`${home}${usedSuffix}`, '', { mode: 0o600 });

/** A folder without a mark was created by an earlier version: its age counts from now. */
function usedAt(home: string): number {
  const stat = fs.statSync(`${home}${usedSuffix}`, { throwIfNoEntry: false });
  if (stat) return stat.mtimeMs;
  markUsed(home);
  return Date.now();
}

/** A name that passwd accepts. */
export const nameInside = (user: string): string =>
  /^[A-Za-z_][A-Za-z0-9_.-]*$/.test(user) ? user : 'user';

function passwdText(name: string, uid: number, gid: number, home: string): string {
  const own = `${name}:x:${uid}:${gid}::${home.replaceAll(/[:\n]/g, '_')}:/bin/sh\n`;
  const root = uid === 0 ? '' : 'root:x:0:0::/root:/bin/sh\n';
  return `${root}${own}${uid === 65534 ? '' : 'nobody:x:65534:65534::/:/bin/false\n'}`;
}

function groupText(name: string, gid: number): string {
  const root = gid === 0 ? '' : 'root:x:0:\n';
  return `${root}${name}:x:${gid}:\n${gid === 65534 ? '' : 'nogroup:x:65534:\n'}`;
}

/**
 * Programs inside may still be ending, and may have created folders that even their owner cannot
 * enter. Works by descriptors, so a link put in place of a folder meanwhile does not redirect the
 * removal.
 */
async function removeTree(folder: string): Promise<void> {
  for (let tries = 0; tries < maxTries; tries += 1) {
    try {
      await emptied(folder);
      await rmdir(folder);
      return;
    } catch (error) {
      if (systemErrorCode(error) === 'ENOENT') return;
      await wait(retryMs);
    }
  }
  // The next start of the app tries again.
}

async function emptied(folder: string | Buffer): Promise<void> {
  const { O_DIRECTORY, O_NOFOLLOW } = fs.constants;
  const fd = fs.openSync(folder, O_PATH | O_DIRECTORY | O_NOFOLLOW);
  try {
    const here = `/proc/self/fd/${fd}`;
    await chmod(here, 0o700);
    for (const entry of await readdir(here, { withFileTypes: true, encoding: 'buffer' })) {
      const file = Buffer.concat([Buffer.from(`${here}/`), entry.name]);
      if (!entry.isDirectory()) await unlink(file);
      else {
        await emptied(file);
        await rmdir(file);
      }
    }
  } finally {
    fs.closeSync(fd);
  }
}

function namesIn(folder: string): readonly string[] {
  try {
    return fs.readdirSync(folder);
  } catch {
    return [];
  }
}
