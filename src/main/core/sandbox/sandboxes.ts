/**
 * Decides for each call whether what it starts runs in a sandbox, and makes the profile and the launch
 * for it. A call that was judged as sandboxed never runs without.
 */
import type { Root, Session } from '../../../shared/access/access.ts';
import { actionInfo, isAction } from '../../../shared/actions/actions.ts';
import { isInside } from '../../../shared/files/inside.ts';
import { isError, refused, type Refused } from '../../../shared/actions/outcomes.ts';
import { visibleText } from '../../../shared/base/visible-text.ts';
import type { MachineFacts } from '../../../shared/sandbox/machine-facts.ts';
import type { SandboxLaunch } from '../../../shared/sandbox/sandbox-launch.ts';
import { whyNoSandbox, type SandboxStatus } from '../../../shared/sandbox/sandbox-status.ts';
import type { Rule } from '../../../shared/rules/rules.ts';
import { isOutsideRequested, type ResolvedCall } from '../call/call.ts';
import type { Needs, SandboxMachine } from '../dependencies.ts';
import { gitUseOf } from '../policy/git-commands.ts';
import { closedToReading } from '../policy/skipped-folders.ts';
import { digestOf, launchOf } from './launch-of.ts';
import { profileOf } from './make-profile.ts';
import { programPlaces } from './program-places.ts';
import { patternsFor } from './sandbox-names.ts';
import type { AgentPlaces, SandboxProfile, SandboxPurpose } from './sandbox-profile.ts';

type SandboxNeeds = Pick<
  Needs,
  'sandbox' | 'settings' | 'home' | 'ownPaths' | 'sha256' | 'commands' | 'paths'
>;

interface Deps {
  readonly needs: SandboxNeeds;
  readonly rules: { list(): readonly Rule[] };
}

export type JudgedSandbox =
  | { readonly sandbox: { readonly profileSha256: string } }
  | { readonly sandbox: null; readonly whyNotSandboxed: string };

interface MadeProfile {
  readonly profile: SandboxProfile;
  readonly facts: MachineFacts;
}

/** A whole agent, and what it needs inside. */
export interface AgentLaunchSpec {
  readonly session: Session;
  readonly cwd: string;
  readonly environment: Readonly<Record<string, string>>;
  /** Its program and what runs it, with links followed and as they were found. */
  readonly programs: readonly string[];
  /** Folders that its program is in, where that is more than one file. */
  readonly programFolders: readonly string[];
  /** Writes its settings and login to the private folders, and says where they belong. */
  readonly prepare: (facts: Pick<MachineFacts, 'files' | 'home'>) => AgentPlaces;
}

/** An MCP server, which no session starts. */
export interface ServerLaunchSpec {
  /** Its private folders and its network go by this name. */
  readonly sandboxId: string;
  /** Real folders that it may read and change. */
  readonly folders: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  readonly programs: readonly string[];
  readonly programFolders: readonly string[];
}

const commands = new Set(['exec_command', 'open_terminal', 'build_project', 'run_tests']);
/** They start a language server that reads the whole folder. */
const languageActions = new Set([
  ...['get_errors', 'get_completions', 'goto_definition', 'format_code', 'get_code_lens'],
  ...['apply_quick_fix', 'refactor_symbol'],
]);

/** Null when the action starts nothing of its own. */
export function purposeOf(call: Pick<ResolvedCall, 'action' | 'command'>): SandboxPurpose | null {
  const { action, command } = call;
  if (command?.isOwnGit && gitUseOf(call)?.writes) return 'git';
  if (commands.has(action)) return 'command';
  if (languageActions.has(action)) return 'language-server';
  const isGit = isAction(action) && actionInfo(action).category === 'version_control';
  return isGit ? 'git' : null;
}

/** Their plans ask git what would be lost; carrying them out starts nothing. */
const plannedWithGit = new Set(['delete_file', 'rename_file']);

/** Scopes with which an agent may write files; with one of them its commands may, too. */
const writingScopes: readonly string[] = ['write:files', 'create:files', 'edit:buffers'];

export class Sandboxes {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /**
   * A sandbox mounts all folders of the session by their names, so each must still be the one that
   * was granted. Null when they are, or when the call starts nothing that is sandboxed.
   */
  whyRootsChanged(call: ResolvedCall, purpose = purposeOf(call)): Refused | null {
    const { sandbox, paths } = this.#deps.needs;
    if (sandbox?.status().kind !== 'ready' || purpose === null || isOutsideRequested(call))
      return null;
    return changedRoot(rootsFor(call, purpose), paths);
  }

  /** Undefined when the call starts nothing that could be sandboxed. */
  judge(call: ResolvedCall, isBuiltIn: boolean): JudgedSandbox | undefined {
    const machine = this.#deps.needs.sandbox;
    const purpose = purposeOf(call);
    if (!machine || purpose === null || call.command === null) return undefined;
    const why = whyNot(call, machine.status(), isBuiltIn);
    if (why !== null) return { sandbox: null, whyNotSandboxed: why };
    try {
      const { profile } = this.#made(call, purpose, machine);
      return { sandbox: { profileSha256: digestOf(profile, this.#deps.needs.sha256) } };
    } catch (error) {
      return {
        sandbox: null,
        whyNotSandboxed: `Its sandbox could not be made (${String(error)}).`,
      };
    }
  }

  /** Null when it runs with the user's rights. The machine is looked at again: files come and go. */
  launch(call: ResolvedCall): Promise<SandboxLaunch | Refused | null> {
    return this.#launch(call, purposeOf(call));
  }

  /** For lookups that happen before the user is asked. */
  launchPlan(call: ResolvedCall): Promise<SandboxLaunch | Refused | null> {
    if (!plannedWithGit.has(call.action)) return this.launch(call);
    return this.#launch({ ...call, kind: 'read' }, 'git');
  }

  /** An agent never runs without a sandbox and its network: then it is refused, with the reason. */
  async launchAgent(spec: AgentLaunchSpec): Promise<SandboxLaunch | Refused> {
    const { needs, rules } = this.#deps;
    const machine = needs.sandbox;
    const status = machine?.status();
    if (!machine || status?.kind !== 'ready')
      return refused('agent-needs-sandbox', whyNoSandbox(status));
    const { session } = spec;
    const { roots, agent, sessionId } = session;
    const changed = changedRoot(roots, needs.paths);
    if (changed) return changed;
    try {
      const closed = closedToReading(rules.list(), agent);
      const { protectedNames, sandbox } = needs.settings;
      const patterns = patternsFor(needs, { protectedNames, closed });
      const facts = machine.facts({ sessionId, clientId: agent.clientId, roots }, patterns);
      const places = spec.prepare(facts);
      const visible = visibleIn(facts);
      const files = programPlaces(spec.programs, visible, needs.home, patterns.hidden);
      const profile = profileOf({
        ...{ purpose: 'agent', facts, network: 'session', cwd: spec.cwd, agent: places },
        canWrite: mayWrite(session),
        canReadSecrets: sandbox.envFiles,
        environment: spec.environment,
        alsoReadable: [...files, ...programPlaces(spec.programFolders, visible, needs.home)],
      });
      const network = (await machine.launchNetwork?.(sessionId)) ?? null;
      if (network === null)
        return refused('agent-needs-sandbox', 'The network of its sandbox could not be made.');
      const own = places.folders.map(({ from }) => from);
      const launch = launchOf(profile, facts, needs.sha256, network, own);
      // It starts only if its changes can be restored.
      return { ...launch, needsCheckpoint: true };
    } catch (error) {
      return refused('agent-needs-sandbox', String(error));
    }
  }

  /**
   * It starts in its private temporary folder: folders that it may use can lie in its home, and no relative
   * path should lead there. Without a network of its own it has none.
   */
  readonly launchServer = async (spec: ServerLaunchSpec): Promise<SandboxLaunch | Refused> => {
    const { needs } = this.#deps;
    const machine = needs.sandbox;
    if (!machine || machine.status().kind !== 'ready') return refused('sandbox-unavailable');
    const { sandboxId, folders, environment } = spec;
    try {
      const { protectedNames, sandbox } = needs.settings;
      const patterns = patternsFor(needs, { protectedNames, closed: [] });
      const roots = folders.map((path) => ({ path, device: '', inode: '' }));
      const facts = machine.facts({ sessionId: sandboxId, clientId: sandboxId, roots }, patterns);
      const visible = visibleIn(facts);
      const files = programPlaces(spec.programs, visible, needs.home, patterns.hidden);
      const network = (await machine.launchNetwork?.(sandboxId)) ?? null;
      const profile = profileOf({
        ...{ purpose: 'mcp-server', facts, cwd: '/tmp', environment },
        ...{ canWrite: true, canReadSecrets: sandbox.envFiles },
        network: network ? 'session' : 'none',
        alsoReadable: [...files, ...programPlaces(spec.programFolders, visible, needs.home)],
      });
      return launchOf(profile, facts, needs.sha256, network);
    } catch (error) {
      return refused('sandbox-unavailable', String(error));
    }
  };

  async #launch(
    call: ResolvedCall,
    purpose: SandboxPurpose | null,
  ): Promise<SandboxLaunch | Refused | null> {
    const { needs } = this.#deps;
    const machine = needs.sandbox;
    if (!machine || purpose === null || isOutsideRequested(call)) return null;
    if (machine.status().kind !== 'ready')
      return call.command?.sandbox ? refused('sandbox-unavailable') : null;
    const changed = this.whyRootsChanged(call, purpose);
    if (changed) return changed;
    try {
      const { profile, facts } = this.#made(call, purpose, machine);
      const network =
        profile.network === 'session'
          ? ((await machine.launchNetwork?.(call.session.sessionId)) ?? null)
          : null;
      const joined: SandboxProfile = network ? profile : { ...profile, network: 'none' };
      return launchOf(joined, facts, needs.sha256, network);
    } catch (error) {
      return refused('sandbox-unavailable', String(error));
    }
  }

  #made(call: ResolvedCall, purpose: SandboxPurpose, machine: SandboxMachine): MadeProfile {
    const { needs, rules } = this.#deps;
    const { session, command, agent } = call;
    const closed = closedToReading(rules.list(), agent);
    const patterns = patternsFor(needs, { protectedNames: needs.settings.protectedNames, closed });
    const roots = rootsFor(call, purpose);
    const { sessionId } = session;
    const facts = machine.facts({ sessionId, clientId: agent.clientId, roots }, patterns);
    const servers = purpose === 'language-server' ? this.#ownServers() : [];
    const profile = profileOf({
      purpose,
      facts,
      // Gatehouse's own git runs no code of the agent; the scope determines what it may change.
      canWrite: (mayWrite(session) || purpose === 'git') && call.kind !== 'read',
      canReadSecrets: needs.settings.sandbox.envFiles,
      network: purpose === 'command' && machine.launchNetwork ? 'session' : 'none',
      cwd: command?.cwd ?? roots[0]?.path ?? '/',
      environment: command?.environment ?? { PATH: needs.commands.environment['PATH'] ?? '' },
      alsoReadable: programPlaces(
        [...programsOf(command), ...servers],
        visibleIn(facts),
        needs.home,
        patterns.hidden,
      ),
    });
    return { profile, facts };
  }

  /** Language servers that the user has set, by their absolute paths. */
  #ownServers(): readonly string[] {
    const all = Object.values(this.#deps.needs.settings.languageServers);
    return all.flatMap(([program = '']) => (program.startsWith('/') ? [program] : []));
  }
}

function changedRoot(roots: readonly Root[], paths: Needs['paths']): Refused | null {
  const isChanged = (root: Root): boolean => isError(paths.resolve(root.path, [root], 'list'));
  const changed = roots.find(isChanged);
  if (!changed) return null;
  const name = visibleText(changed.path);
  return refused('root-changed', `${name} is gone, or is another folder than the granted one.`);
}

/** Each program of a line gets a sandbox of its own, made alike. */
const programsOf = (command: ResolvedCall['command']): readonly (string | null)[] =>
  (command?.parts ?? (command ? [command] : [])).flatMap(({ program, programFile }) => [
    program,
    programFile,
  ]);

/** The words that the ask and the entry show. */
function whyNot(call: ResolvedCall, status: SandboxStatus, isBuiltIn: boolean): string | null {
  if (isOutsideRequested(call)) return 'The agent asked to run it outside the sandbox.';
  if (status.kind !== 'ready') return status.sentence;
  return isBuiltIn ? null : 'An editor runs it, which has no sandbox.';
}

const mayWrite = ({ scopes }: Session): boolean =>
  writingScopes.some((scope) => scopes.some((own) => own === scope));

/** A language server sees the one folder that it works for. */
function rootsFor({ session, places }: ResolvedCall, purpose: SandboxPurpose): readonly Root[] {
  const [place] = places;
  return purpose === 'language-server' && place ? [place.root] : session.roots;
}

const visibleIn = (facts: MachineFacts): readonly string[] => [
  ...facts.systemFolders.map(({ path }) => path),
  ...facts.toolchains.filter((folder) => isInside(folder, facts.home)),
  ...facts.folders.map(({ path }) => path),
];
