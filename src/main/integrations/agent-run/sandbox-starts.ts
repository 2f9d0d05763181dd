/**
 * Starts `gatehouse run` in a user's terminal, for the button in the window. From then on it is
 * the same as typing it: the agent requests access, and nothing starts without an approval.
 */
import fs from 'node:fs/promises';
import path from 'node:path';
import {
  agentNames,
  agentPrograms,
  type AgentName,
} from '../../../shared/agents/agent-programs.ts';
import {
  clientOfAgent,
  type SandboxRuns,
  type TerminalReceipt,
} from '../../../shared/agents/sandbox-runs.ts';
import type { ClientCard } from '../../../shared/integrations/clients.ts';
import { findTerminal, openTerminal } from './user-terminal.ts';

interface GatehouseCommand {
  readonly program: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

interface Deps {
  /** The command that starts this installation's `gatehouse`. */
  readonly command: GatehouseCommand;
  readonly listCards: () => Promise<readonly Pick<ClientCard, 'id' | 'found'>[]>;
  readonly env: NodeJS.ProcessEnv;
  readonly onError: (text: string) => void;
}

type TerminalRefusal = Extract<TerminalReceipt, { kind: 'refused' }>;

export class SandboxStarts {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  async look(): Promise<SandboxRuns> {
    const { command, env } = this.#deps;
    const [programs, terminal] = await Promise.all([this.#programs(), findTerminal(env)]);
    return {
      agents: agentNames.filter((name) => programs.has(name)),
      terminal: terminal?.name ?? null,
      command: typedCommand(command),
    };
  }

  async open(agent: AgentName, folder: string): Promise<TerminalReceipt> {
    const { command, env } = this.#deps;
    const program = (await this.#programs()).get(agent);
    if (program === undefined) return refusedWith('no-program');
    const isFolder = path.isAbsolute(folder) && (await isFolderAt(folder));
    if (!isFolder) return refusedWith('no-folder');
    const terminal = await findTerminal(env);
    if (!terminal) return refusedWith('no-terminal');
    // A desktop starts programs with a shorter PATH than a terminal has.
    const folders = [env['PATH'] ?? '', path.dirname(program)].filter((item) => item !== '');
    const inTerminal = {
      ...{ folder, program: command.program, args: [...command.args, 'run', agent] },
      env: { ...command.env, PATH: folders.join(path.delimiter) },
    };
    const problem = await openTerminal(terminal, inTerminal, env);
    if (problem === null) return { kind: 'opened', terminal: terminal.name };
    this.#deps.onError(`${terminal.program} did not start: ${problem}`);
    return refusedWith('not-started');
  }

  /** A client may be detected by its folder alone, without its program. */
  async #programs(): Promise<ReadonlyMap<AgentName, string>> {
    const cards = await this.#deps.listCards();
    const found = agentNames.flatMap((name) => {
      const at = cards.find(({ id }) => id === clientOfAgent[name])?.found ?? null;
      const isProgram = at !== null && path.basename(at) === agentPrograms[name].program;
      return isProgram ? [[name, at] as const] : [];
    });
    return new Map(found);
  }
}

const refusedWith = (why: TerminalRefusal['why']): TerminalRefusal => ({ kind: 'refused', why });

const isFolderAt = (at: string): Promise<boolean> =>
  fs.stat(at).then(
    (found) => found.isDirectory(),
    () => false,
  );

/** In the repository any Node will do, which is easier to type than Electron's. */
function typedCommand({ program, args, env }: GatehouseCommand): string {
  const { GATEHOUSE_DATA_DIR: dataDir } = env;
  const data = dataDir === undefined ? [] : [`GATEHOUSE_DATA_DIR=${quoted(dataDir)}`];
  const isInstalled = path.basename(program) === 'gatehouse';
  const isNode = env['ELECTRON_RUN_AS_NODE'] !== undefined;
  const own = isNode ? ['node', ...args] : [isInstalled ? 'gatehouse' : program, ...args];
  return [...data, ...own.map(quoted)].join(' ');
}

const quoted = (word: string): string =>
  /^[\w./:@%+,=-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;
