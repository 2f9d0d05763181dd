/**
 * `gatehouse run`: requests access like any agent, runs the agent inside the sandbox of that
 * session, and ends the session when its last run has ended.
 */
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import fs from 'node:fs';
import { agentPrograms, type AgentProgram } from '../../../shared/agents/agent-programs.ts';
import type { AgentRunRequest, AgentRunStart } from '../../../shared/agents/agent-run.ts';
import type { Agent, VerifiedCaller } from '../../../shared/access/access.ts';
import { isError, refused, type Outcome, type Refused } from '../../../shared/actions/outcomes.ts';
import type { Disposable } from '../../../shared/base/disposable.ts';
import { ClientId, type SessionId } from '../../../shared/base/ids.ts';
import { isInside } from '../../../shared/files/inside.ts';
import type { AskWorkbench } from '../../../shared/files/file-history.ts';
import { patternOf, type HostAndPort } from '../../../shared/network/host-pattern.ts';
import { whyNoSandbox } from '../../../shared/sandbox/sandbox-status.ts';
import type { Core } from '../../core/core.ts';
import { newToken, sameDigest, sha256 } from '../../platform/keys/tokens.ts';
import { writeAgentFiles } from './agent-files.ts';
import { hostsOf } from './agent-hosts.ts';
import { noteOnLogin, readLogin, type ReadLogin } from './agent-login.ts';
import { findAgent, type FoundAgent } from './agent-program.ts';
import { settingsFor } from './agent-settings.ts';

interface Deps {
  readonly core: Pick<Core, 'requests' | 'sessions' | 'runAgent' | 'state'>;
  readonly ask: AskWorkbench;
  readonly home: string;
  readonly mcpUrl: string;
}

/** The runs of one session. */
interface RunningSession {
  readonly clientId: ClientId;
  readonly token: string;
  readonly verified: VerifiedCaller | null;
  runs: number;
}

interface PreparedRun {
  readonly request: AgentRunRequest;
  readonly program: AgentProgram;
  readonly found: FoundAgent;
  readonly login: ReadLogin | null;
  readonly hosts: readonly HostAndPort[];
  /** The user's variables that the agent may have. */
  readonly variables: Readonly<Record<string, string>>;
}

/** What an agent does in a project; everything it starts itself is in the sandbox anyway. */
const scopes = [
  ...['explore:project', 'read:files', 'search:content', 'write:files', 'create:files'],
  ...['delete:files', 'run:commands', 'build:project', 'test:code', 'git:status', 'git:commit'],
];
const usualSeconds = 3600;

/** The user's variables that describe the terminal. */
const harmless = /^(?:TERM|COLORTERM|LANG|LC_[A-Z]+|TZ|NO_COLOR|FORCE_COLOR|CI)$/;
const harmlessValue = /^[\w.:@+,/ -]{0,100}$/;

export class AgentRunner {
  readonly #deps: Deps;
  readonly #sessions = new Map<SessionId, RunningSession>();

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** The credential with which requests from inside a session's sandbox reach the MCP server. */
  mcpTokenOf(sessionId: SessionId): string | null {
    return this.#sessions.get(sessionId)?.token ?? null;
  }

  /**
   * The client that one of our tokens belongs to. Compares with each token, as for every other
   * key.
   */
  ownerOf(digest: string): ClientId | null {
    let owner: ClientId | null = null;
    for (const { token, clientId } of this.#sessions.values())
      if (sameDigest(sha256(token), digest)) owner = clientId;
    return owner;
  }

  /** The `gatehouse run` process of a client; undefined for all other clients. */
  callerOf(clientId: ClientId): VerifiedCaller | null | undefined {
    const own = [...this.#sessions.values()].find((item) => item.clientId === clientId);
    return own?.verified;
  }

  /** Resolves once there is a terminal to connect to; the run continues after that. */
  async start(
    request: AgentRunRequest,
    findCaller: (clientId: ClientId) => Promise<VerifiedCaller | null>,
    gone: AbortSignal,
  ): Promise<AgentRunStart | Refused> {
    const prepared = await this.#prepare(request);
    if (isError(prepared)) return prepared;
    const clientId = clientIdOf(request);
    const verified = await findCaller(clientId);
    const agent: Agent = Object.freeze({
      ...{ clientId, claimedName: prepared.program.title, claimedVersion: '' },
      ...{ door: 'mcp', verified },
    });
    const sessionId = await this.#access(prepared, agent, gone);
    if (isError(sessionId)) return sessionId;
    const started = Promise.withResolvers<AgentRunStart | Refused>();
    void this.#run(prepared, sessionId, agent, started.resolve, gone);
    return started.promise;
  }

  async #prepare(request: AgentRunRequest): Promise<PreparedRun | Refused> {
    const { core, home } = this.#deps;
    const { agent, environment } = request;
    const program = agentPrograms[agent];
    const { sandbox } = core.state.snapshot();
    // The user is not asked if it could not run anyway.
    if (sandbox?.kind !== 'ready') return refused('agent-needs-sandbox', whyNoSandbox(sandbox));
    const folder = realFolder(request.folder);
    if (folder === null) return refused('agent-folder', `${request.folder} is no folder.`);
    if (isInside(home, folder)) return refused('agent-folder', 'It holds your home folder.');
    const found = await findAgent(program.program, { path: environment['PATH'] ?? '', folder });
    if (isError(found)) return found;
    const login = program.login && readLogin(home, program.login);
    if (typeof login === 'string') return refused('agent-login', login);
    const variables = picked(environment, program.variables);
    const hosts = hostsOf({ ...request, environment: variables, login: login?.content ?? null });
    return { request: { ...request, folder }, program, found, login, hosts, variables };
  }

  async #access(
    { request, hosts }: PreparedRun,
    agent: Agent,
    gone: AbortSignal,
  ): Promise<SessionId | Refused> {
    const args = {
      scopes,
      roots: [request.folder],
      reason: 'It was started with gatehouse run.',
      ttl_seconds: request.seconds ?? usualSeconds,
    };
    const run = { agent: request.agent, hosts: hosts.map(patternOf) };
    const asked = this.#deps.core.requests.open(args, agent, { inOurWords: true, run });
    const withdraw = (): void => asked.withdraw();
    gone.addEventListener('abort', withdraw, { once: true });
    if (gone.aborted) withdraw();
    const outcome = await asked.outcome;
    gone.removeEventListener('abort', withdraw);
    if (outcome.kind !== 'done') return asRefusal(outcome);
    return outcome.data.session.sessionId;
  }

  async #run(
    prepared: PreparedRun,
    sessionId: SessionId,
    agent: Agent,
    started: (start: AgentRunStart | Refused) => void,
    gone: AbortSignal,
  ): Promise<void> {
    const { core } = this.#deps;
    this.#began(sessionId, agent);
    const { request, hosts } = prepared;
    try {
      const runId = randomUUID();
      const run = new PreparedAgent(this.#deps, prepared, runId);
      const outcome = await core.runAgent(
        {
          ...{ sessionId, agent: request.agent, args: request.args, hosts },
          launch: (session) => run.launchSpec(session),
          run: (launch, entryId, signal) =>
            run.carryOut({ launch, entryId, sessionId, agent }, started, signal),
        },
        gone,
      );
      if (outcome.kind !== 'done') started(asRefusal(outcome));
    } catch (error) {
      started(refused('action-failed', String(error)));
    } finally {
      this.#ended(sessionId);
    }
  }

  #began(sessionId: SessionId, { clientId, verified }: Agent): void {
    const known = this.#sessions.get(sessionId);
    if (known) known.runs += 1;
    else this.#sessions.set(sessionId, { clientId, verified, token: newToken('client'), runs: 1 });
  }

  /** The session was created for the agent; it ends with the last run. */
  #ended(sessionId: SessionId): void {
    const known = this.#sessions.get(sessionId);
    if (!known) return;
    known.runs -= 1;
    if (known.runs > 0) return;
    this.#deps.core.sessions.end(sessionId, 'agent');
    this.#sessions.delete(sessionId);
  }
}

interface AgentStart {
  readonly launch: Parameters<Parameters<Core['runAgent']>[0]['run']>[0];
  readonly entryId: string;
  readonly sessionId: SessionId;
  readonly agent: Agent;
}

/** One run, from creating its files to its end. */
class PreparedAgent {
  readonly #deps: Deps;
  readonly #prepared: PreparedRun;
  readonly #runId: string;
  readonly #args: readonly string[];
  #loginCopy: string | null = null;

  constructor(deps: Deps, prepared: PreparedRun, runId: string) {
    this.#deps = deps;
    this.#prepared = prepared;
    this.#runId = runId;
    this.#args = [...this.#settings().args, ...prepared.request.args];
  }

  launchSpec(session: Parameters<Parameters<Core['runAgent']>[0]['launch']>[0]) {
    const { request, found, program, login, variables } = this.#prepared;
    const own = Object.entries(request.environment).filter(
      ([name, value]) => harmless.test(name) && harmlessValue.test(value),
    );
    return {
      ...{ session, cwd: request.folder, programs: found.files, programFolders: found.folders },
      environment: { ...Object.fromEntries(own), ...program.environment, PATH: found.path },
      prepare: (facts: Parameters<typeof writeAgentFiles>[0]) => {
        const { agent } = request;
        const spec = { agent, runId: this.#runId, settings: this.#settings(), login, variables };
        const { places, loginCopy } = writeAgentFiles(facts, spec);
        this.#loginCopy = loginCopy;
        return places;
      },
    };
  }

  async carryOut(
    { launch, entryId, sessionId, agent }: AgentStart,
    started: (start: AgentRunStart) => void,
    signal: AbortSignal,
  ): Promise<Outcome> {
    const { ask, core } = this.#deps;
    const { request, found } = this.#prepared;
    const runId = this.#runId;
    const token = randomBytes(32).toString('hex');
    const roots = core.sessions.get(sessionId)?.roots ?? [];
    const { socket } = await ask('startAgentRun', {
      ...{ runId, sessionId, agentId: agent.clientId, entryId, roots, launch, token },
      ...{ program: found.program, args: this.#args, folder: request.folder },
      terminal: request.terminal,
    });
    const why = (): string => endWords(core.sessions.get(sessionId)?.ended?.by);
    const end = (): void => void ask('endAgentRun', { runId, why: why() }).catch(() => undefined);
    signal.addEventListener('abort', end, { once: true });
    if (signal.aborted) end();
    const pauses = this.#followPauses(sessionId);
    started({ run_id: runId, socket, token });
    try {
      for (;;) {
        const reply = await ask('awaitAgentRun', { runId });
        if (reply.state === 'ended') return this.#withLogin(reply.outcome);
      }
    } finally {
      signal.removeEventListener('abort', end);
      void pauses.dispose();
    }
  }

  /** The agent is suspended while its session is paused. */
  #followPauses(sessionId: SessionId): Disposable {
    const { ask, core } = this.#deps;
    const runId = this.#runId;
    const set = (isPaused: boolean): void =>
      void ask('pauseAgentRun', { runId, isPaused }).catch(() => undefined);
    // It may have been paused while the run was being prepared.
    if (core.sessions.get(sessionId)?.state === 'PAUSED') set(true);
    return core.sessions.onStateChanged((session) => {
      if (session.sessionId === sessionId) set(session.state === 'PAUSED');
    });
  }

  #withLogin(outcome: Outcome): Outcome {
    const { login } = this.#prepared;
    const copy = this.#loginCopy;
    if (!login?.isRenewed || copy === null) return outcome;
    const note = noteOnLogin(copy, login);
    if (note === null || outcome.kind !== 'done') return outcome;
    return { ...outcome, detail: `${outcome.detail ?? ''} ${note}`.trim() };
  }

  #settings() {
    const { request, variables, login } = this.#prepared;
    const { mcpUrl, home } = this.#deps;
    const hasKey = login === null && Object.keys(variables).some((name) => name.endsWith('_KEY'));
    return settingsFor(request.agent, { folder: request.folder, mcpUrl, hasKey }, home);
  }
}

/** The same agent in the same folder is the same client, with the same private home. */
function clientIdOf({ agent, folder }: AgentRunRequest): ClientId {
  const mark = createHash('sha256').update(folder).digest('hex').slice(0, 16);
  return ClientId.parse(`${agent}-sandbox-${mark}`);
}

function realFolder(folder: string): string | null {
  try {
    const real = fs.realpathSync(folder);
    return fs.statSync(real).isDirectory() ? real : null;
  } catch {
    return null;
  }
}

const picked = (
  environment: Readonly<Record<string, string>>,
  names: readonly string[],
): Readonly<Record<string, string>> =>
  Object.fromEntries(
    names.flatMap((name) => {
      const value = environment[name];
      return value === undefined || value === '' ? [] : [[name, value]];
    }),
  );

const endWords = (by: string | undefined): string => {
  if (by === 'person' || by === 'management-api') return 'You revoked its access.';
  if (by === 'deadline') return 'The time that you allowed is over.';
  if (by === 'locked') return 'The screen was locked.';
  return by === undefined ? 'It was stopped.' : 'Its session has ended.';
};

const asRefusal = (outcome: Exclude<Outcome, { kind: 'done' }>): Refused => ({
  ...outcome,
  kind: 'refused',
});
