/** Runs OpenCode in each workspace where the user wants it. */
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import type { Disposable } from '../../../shared/base/disposable.ts';
import { Emitter } from '../../../shared/base/emitter.ts';
import type { ClientId } from '../../../shared/base/ids.ts';
import { done, refused, type Outcome, type Refused } from '../../../shared/actions/outcomes.ts';
import type { Settings } from '../../../shared/app/settings.ts';
import {
  agentStatus,
  type AgentStatus,
  type OpenCodeProgram,
  type ServerView,
} from '../../../shared/integrations/workspaces.ts';
import type { Clock } from '../../core/dependencies.ts';
import type { Core } from '../../core/core.ts';
import type { ClientKeys } from '../../platform/keys/client-keys.ts';
import { writePrivateFile } from '../../platform/files/private-file.ts';
import { RunningPrograms } from '../../platform/programs/running-programs.ts';
import { clientIdFor, configFor, isSubstituted, type RunFacts } from './config.ts';
import { endMarked } from './marked-processes.ts';
import { openCodeProgram } from './program.ts';
import type { NativeGate } from './prompter.ts';
import { OpenCodeServer } from './server.ts';
import { ServerLog } from './server-log.ts';

interface Deps {
  readonly dataDir: string;
  readonly core: Core;
  readonly native: NativeGate;
  readonly clientKeys: ClientKeys;
  readonly clock: Clock;
  readonly settings: Pick<Settings, 'opencode'>;
  readonly mcpUrl: string;
  readonly redact: (text: string) => string;
  /** All folders that agents work in. No program is started from there. */
  readonly agentFolders: () => readonly string[];
}

const none: ServerView = { state: 'stopped', port: null, why: null };

export class OpenCodeManager implements Disposable {
  readonly #deps: Deps;
  readonly #folder: string;
  readonly #mark: string;
  readonly #running: RunningPrograms;
  readonly #servers = new Map<string, OpenCodeServer>();
  readonly #changed = new Emitter<string>();
  #cleared: Promise<void> = Promise.resolve();
  #closed = false;

  constructor(deps: Deps) {
    this.#deps = deps;
    this.#folder = path.join(deps.dataDir, 'opencode');
    this.#mark = createHash('sha256').update(deps.dataDir).digest('hex').slice(0, 16);
    this.#running = new RunningPrograms(this.#folder);
  }

  /** With its workspace. */
  readonly onChanged = this.#changed.on;

  /** Ends processes that a killed run left behind. Nothing is started before that. */
  endLeftOver(): void {
    this.#running.endLeftOver();
    if (fs.existsSync(this.#folder)) this.#cleared = endMarked(this.#mark);
  }

  async program(wanted?: string): Promise<OpenCodeProgram> {
    const found = await this.#program(wanted);
    const isSelected = this.#deps.settings.opencode.program !== null;
    return 'why' in found
      ? { path: null, why: found.why, isSelected }
      : { path: found.called, why: null, isSelected };
  }

  async start(workspace: string, name: string): Promise<Outcome> {
    if (this.#closed) return refused('shutting-down');
    if (this.#servers.has(workspace))
      return refused('already-there', 'OpenCode is already running there.');
    const program = await this.#program();
    if ('why' in program) return refused('program-missing', program.why);
    return this.startWithWorkspace(workspace, name);
  }

  /** Also without a program, which is then looked for again, and named missing in the window. */
  async startWithWorkspace(workspace: string, name: string): Promise<Outcome> {
    const error = this.#whyNot(workspace);
    if (error) return error;
    await this.#cleared;
    if (this.#servers.has(workspace) || this.#closed) return refused('workspace-busy');
    const clientId = clientIdFor(workspace, name);
    const { core, clock, redact, native } = this.#deps;
    const server = new OpenCodeServer({
      ...{ workspace, clientId, core, clock, native },
      log: new ServerLog(redact),
      running: this.#running,
      newFacts: () => this.#newFacts(workspace, clientId),
      onChanged: () => this.#changed.emit(workspace),
    });
    this.#servers.set(workspace, server);
    server.start();
    return done({ started: true });
  }

  /** Also removes its key and its sessions. */
  async stop(workspace: string): Promise<void> {
    const server = this.#servers.get(workspace);
    if (!server) return;
    await server.stop();
    this.#servers.delete(workspace);
    const { core, clientKeys } = this.#deps;
    await clientKeys.revoke(server.clientId);
    core.asks.withdrawAllOf(server.clientId);
    for (const { sessionId, agent, ended } of core.sessions.list())
      if (agent.clientId === server.clientId && !ended) core.sessions.end(sessionId, 'agent');
    this.#changed.emit(workspace);
  }

  serverOf(workspace: string): ServerView {
    return this.#servers.get(workspace)?.view ?? none;
  }

  logOf(workspace: string): readonly string[] {
    return this.#servers.get(workspace)?.log ?? [];
  }

  statusOf(workspace: string): AgentStatus {
    return this.#servers.get(workspace)?.agents ?? agentStatus(0, 0);
  }

  portOf(workspace: string): number | null {
    return this.serverOf(workspace).port;
  }

  isInside(workspace: string, clientId: string): boolean {
    return this.#servers.get(workspace)?.clientId === clientId;
  }

  async dispose(): Promise<void> {
    this.#closed = true;
    await this.#cleared;
    await Promise.all([...this.#servers.keys()].map((workspace) => this.stop(workspace)));
  }

  #program(
    wanted = this.#deps.settings.opencode.program ?? 'opencode',
  ): ReturnType<typeof openCodeProgram> {
    const { agentFolders } = this.#deps;
    const from = { path: process.env['PATH'] ?? '', agentFolders: agentFolders() };
    return openCodeProgram(wanted, from);
  }

  #whyNot(workspace: string): Refused | null {
    return isSubstituted(workspace)
      ? refused('bad-path', 'OpenCode would treat part of its name as a placeholder.')
      : null;
  }

  /** Revokes the key of the previous run. */
  async #newFacts(workspace: string, clientId: ClientId): Promise<RunFacts> {
    const { clientKeys, mcpUrl, settings } = this.#deps;
    const program = await this.#program();
    if ('why' in program) throw new Error(program.why);
    await clientKeys.revoke(clientId);
    const made = await clientKeys.add(clientId);
    if (!('key' in made)) throw new Error(made.message);
    fs.mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
    const configFile = path.join(this.#folder, `${clientId}.json`);
    await writePrivateFile(configFile, configFor({ workspace }));
    return {
      ...{ program, workspace, configFile },
      mcpPort: Number(new URL(mcpUrl).port),
      clientKey: made.key,
      password: randomBytes(32).toString('base64url'),
      mark: `${this.#mark}:${randomUUID()}`,
      useProjectSettings: settings.opencode.useProjectSettings,
    };
  }
}
