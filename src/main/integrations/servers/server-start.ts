/**
 * Starts the program of a stdio server: in the sandbox if there is one, otherwise with the
 * recorded reason.
 */
import { createHash, randomUUID } from 'node:crypto';
import fs from 'node:fs';
import { join } from 'node:path';
import { isError } from '../../../shared/actions/outcomes.ts';
import type { ServerSpec } from '../../../shared/servers/server-commands.ts';
import type { ServerIsolation } from '../../../shared/servers/server-views.ts';
import { whyNoSandbox } from '../../../shared/sandbox/sandbox-status.ts';
import type { Core } from '../../core/core.ts';
import { PipedProgram } from '../../platform/programs/piped-program.ts';
import { findWithParts } from '../agent-run/agent-program.ts';
import { endMarked } from '../opencode/marked-processes.ts';
import { withSecrets } from './secret-references.ts';

type StdioSpec = Extract<ServerSpec, { kind: 'stdio' }>;

export interface StartDeps {
  readonly core: Pick<Core, 'launchServer' | 'state'>;
  readonly home: string;
  readonly dataDir: string;
  /** The PATH of the user's terminal, as far as it is known. */
  readonly path: string;
}

export interface StartedStdio {
  readonly program: PipedProgram;
  readonly isolation: ServerIsolation;
}

/** A failed start, described for the user. */
export class StartError extends Error {}

/** The session id for its private folders and its network in the sandbox. */
export const sandboxIdOf = (name: string): string => `server:${name}`;

/** Marks everything it starts, so that processes that moved elsewhere are found again. */
export const serverMark = 'GATEHOUSE_SERVER';

export function isolationOf(spec: ServerSpec, core: StartDeps['core']): ServerIsolation {
  if (spec.kind !== 'stdio') return { kind: 'remote' };
  if (spec.isOutsideSandbox)
    return { kind: 'none', why: 'You decided that it runs without the sandbox.' };
  const { sandbox } = core.state.snapshot();
  return sandbox?.kind === 'ready'
    ? { kind: 'sandboxed' }
    : { kind: 'none', why: whyNoSandbox(sandbox) };
}

export async function startServer(
  name: string,
  spec: StdioSpec,
  secrets: ReadonlyMap<string, string>,
  deps: StartDeps,
): Promise<StartedStdio> {
  const { core, home, path } = deps;
  const folders = realFolders(spec.folders);
  const program = await findWithParts(spec.command, { path, cwd: home, roots: [] });
  if (isError(program)) throw new StartError(`${spec.command} was not found on this computer.`);
  const args = spec.args.map((text) => withSecrets(text, secrets));
  const secretEnv = Object.fromEntries(spec.env.map((key) => [key, secrets.get(key) ?? '']));
  const isolation = isolationOf(spec, core);
  if (isolation.kind !== 'sandboxed') {
    const mark = `${markOf(deps.dataDir)}:${randomUUID()}`;
    const env = { ...plainEnvironment(path, home), [serverMark]: mark };
    const cwd = emptyFolder(deps.dataDir, name);
    const start = { program: program.program, args, cwd, env, secretEnv, launch: null };
    const started = new PipedProgram(start);
    void started.ended.then(() => endMarked(mark, serverMark));
    return { program: started, isolation };
  }
  const launch = await core.launchServer({
    ...{ sandboxId: sandboxIdOf(name), folders, environment: { PATH: path, LANG: 'C.UTF-8' } },
    ...{ programs: program.files, programFolders: [...program.folders, ...fileFolders(args)] },
  });
  if (isError(launch)) throw new StartError(launch.message);
  const start = { program: program.program, args, cwd: home, env: {}, secretEnv, launch };
  try {
    return { program: new PipedProgram(start), isolation };
  } catch (error) {
    throw new StartError(`Its sandbox could not be made (${String(error)}).`);
  }
}

/** An empty folder, so that no relative path leads to a file of the user. */
function emptyFolder(dataDir: string, name: string): string {
  const folder = join(dataDir, 'server-folders', name);
  fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
  return folder;
}

/** One value per data folder. */
export const markOf = (dataDir: string): string =>
  createHash('sha256').update(dataDir).digest('hex').slice(0, 16);

/** Variables that most programs need; none contains a secret of the user. */
const passedOn = ['HOME', 'LOGNAME', 'SHELL', 'TERM', 'USER', 'LANG', 'TMPDIR', 'XDG_RUNTIME_DIR'];
const windowsPassedOn = ['APPDATA', 'LOCALAPPDATA', 'PATHEXT', 'SYSTEMROOT', 'TEMP', 'USERPROFILE'];

function plainEnvironment(path: string, home: string): Record<string, string> {
  const names = process.platform === 'win32' ? [...passedOn, ...windowsPassedOn] : passedOn;
  const own = names.flatMap((name) => {
    const value = process.env[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  return { ...Object.fromEntries(own), HOME: home, PATH: path };
}

function realFolders(folders: readonly string[]): readonly string[] {
  return folders.map((folder) => {
    try {
      const real = fs.realpathSync(folder);
      if (fs.statSync(real).isDirectory()) return real;
    } catch {
      // Reported below.
    }
    throw new StartError(`${folder} is no folder.`);
  });
}

/** A script named by its full path is readable inside, including the packages next to it. */
function fileFolders(args: readonly string[]): readonly string[] {
  const script = args.find((word) => !word.startsWith('-'));
  if (script === undefined || !script.startsWith('/')) return [];
  const stat = fs.statSync(script, { throwIfNoEntry: false });
  if (!stat?.isFile()) return [];
  const names = script.split('/');
  const at = names.indexOf('node_modules');
  return at < 0 ? [script] : [names.slice(0, at + 1).join('/')];
}
