/**
 * The folders and files that are made for sandboxes, below the data folder and readable by the user
 * only. What belongs to a session goes with it; the home folder of a client in its granted folders
 * stays, so that caches need not be filled again.
 */
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import type { PrivateFiles, SandboxedSession } from '../../../shared/sandbox/machine-facts.ts';
import { seccompFilter } from './seccomp-filter.ts';
import { userGitSettings } from './user-git-settings.ts';

export interface PrivateFilesDeps {
  readonly dataDir: string;
  readonly home: string;
  readonly user: string;
}

const digest = (text: string): string =>
  createHash('sha256').update(text).digest('hex').slice(0, 32);

export class SandboxFiles {
  readonly #deps: PrivateFilesDeps;
  readonly #folder: string;
  readonly #made = new Map<string, PrivateFiles>();

  constructor(deps: PrivateFilesDeps) {
    this.#deps = deps;
    this.#folder = path.join(deps.dataDir, 'sandbox');
  }

  /** Null when the processor is one that there is no filter for. */
  static filter = (): Buffer | null => seccompFilter(process.arch);

  /** Removes what sessions of an earlier run left behind. */
  start(): void {
    removeTree(path.join(this.#folder, 'sessions'));
  }

  filesOf(session: SandboxedSession): PrivateFiles {
    const known = this.#made.get(session.sessionId);
    if (known && fs.existsSync(known.temporary)) return known;
    const made = this.#make(session);
    this.#made.set(session.sessionId, made);
    return made;
  }

  endSession(sessionId: string): void {
    this.#made.delete(sessionId);
    removeTree(this.#sessionFolder(sessionId));
  }

  dispose(): void {
    for (const sessionId of [...this.#made.keys()]) this.endSession(sessionId);
  }

  #sessionFolder(sessionId: string): string {
    return path.join(this.#folder, 'sessions', digest(sessionId));
  }

  #make({ sessionId, clientId, roots }: SandboxedSession): PrivateFiles {
    const own = this.#sessionFolder(sessionId);
    const names = roots.map((root) => root.path).toSorted();
    const files: PrivateFiles = {
      temporary: path.join(own, 'tmp'),
      home: path.join(this.#folder, 'homes', digest(JSON.stringify([clientId, names]))),
      ownFiles: path.join(own, 'files'),
      passwd: path.join(own, 'passwd'),
      group: path.join(own, 'group'),
      resolvConf: path.join(own, 'resolv.conf'),
      empty: path.join(own, 'empty'),
      seccomp: path.join(own, 'seccomp'),
    };
    for (const folder of [files.temporary, files.home, files.ownFiles])
      fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
    const { home, user } = this.#deps;
    const name = nameInside(user);
    const [uid, gid] = [process.getuid?.() ?? 0, process.getgid?.() ?? 0];
    const put = (file: string, text: string | Buffer): void =>
      fs.writeFileSync(file, text, { mode: 0o600 });
    put(files.passwd, passwdText(name, uid, gid, home));
    put(files.group, groupText(name, gid));
    put(
      files.resolvConf,
      '# Names are resolved inside the session; none is sent out.\nnameserver 127.0.0.1\n',
    );
    put(files.empty, '');
    put(files.seccomp, SandboxFiles.filter() ?? Buffer.alloc(0));
    const git = userGitSettings(home, names, '/run/gatehouse/gitignore');
    put(path.join(files.ownFiles, 'gitconfig'), Buffer.from(git.config, 'latin1'));
    if (git.ignore !== null) put(path.join(files.ownFiles, 'gitignore'), git.ignore);
    return files;
  }
}

/** A name that passwd can hold. */
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

/** Programs inside may have made folders that even their owner may not enter. */
function removeTree(folder: string): void {
  try {
    fs.rmSync(folder, { recursive: true, force: true });
  } catch {
    openFolders(folder);
    fs.rmSync(folder, { recursive: true, force: true, maxRetries: 2 });
  }
}

function openFolders(folder: string): void {
  if (!fs.lstatSync(folder, { throwIfNoEntry: false })?.isDirectory()) return;
  fs.chmodSync(folder, 0o700);
  for (const entry of fs.readdirSync(folder, { withFileTypes: true }))
    if (entry.isDirectory()) openFolders(path.join(folder, entry.name));
}
