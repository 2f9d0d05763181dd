/**
 * The calls of agents' own tools that are waiting for a decision or for their report. One action is asked about
 * once, whichever and however many hooks speak of it, and ends with what is known of it, never with a guess.
 */
import type { Agent } from '../../../shared/access/access.ts';
import { failed } from '../../../shared/actions/outcomes.ts';
import type { Disposable } from '../../../shared/base/disposable.ts';
import type { ClientId } from '../../../shared/base/ids.ts';
import type { NativeEvent, NativeVerdict } from '../../../shared/native/native-call.ts';
import type { Call, JudgedAs } from '../../core/core.ts';
import type { Clock } from '../../core/dependencies.ts';
import type { ImplicitAccess } from '../mcp/implicit-access.ts';
import { callInSandbox, callOf } from './call-of-event.ts';
import type { NativeFiles } from './native-files.ts';
import { OpenCall, type AfterEvent, type AskedEvent } from './open-call.ts';
import { filesKey, hasNoTexts, isSameAgent, isSameCall, requestKey } from './same-call.ts';

interface Deps {
  readonly access: Pick<ImplicitAccess, 'run'>;
  readonly files: NativeFiles;
  readonly clock: Clock;
  readonly onError: (text: string) => void;
}

/** Who sent an event: the program whose form it has, and the client whose key it came with. */
export interface NativeSender {
  readonly client: string;
  readonly agentName: string;
  readonly agent: Agent;
  /** The folders of the session in whose sandbox the whole agent runs; null: it runs outside. */
  readonly sandboxed?: readonly string[] | null;
}

interface TrackedCall {
  readonly call: OpenCall;
  readonly client: string;
  readonly clientId: ClientId;
  readonly isSandboxed: boolean;
  /** Until when a report is waited for. */
  limit: Disposable | null;
}

/** Calls that one agent starts together come within this time; a later event belongs to a later turn. */
const sameTurnMs = 2_000;
/** A report and the next call may overtake each other. */
const lateReportMs = 5_000;
const longestRunMs = 60 * 60_000;
export const maxOpen = 256;
/** For each sandboxed agent by itself: any code in there can open some, and takes none from others. */
export const maxOpenSandboxed = 64;

const pass: NativeVerdict = { kind: 'pass' };
const tooMany: NativeVerdict = {
  kind: 'deny',
  message:
    'Gatehouse: Too many calls wait for a decision, so this was not run. Ask the user to answer some of them, then try again.',
};

export class NativeCalls implements Disposable {
  readonly #deps: Deps;
  readonly #open = new Set<TrackedCall>();

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** `gone` is aborted when the bridge has ended. */
  receive(event: NativeEvent, sender: NativeSender, gone: AbortSignal): Promise<NativeVerdict> {
    switch (event.kind) {
      case 'before':
        return this.#before(event, sender, gone);
      case 'permission':
        return this.#permission(event, sender, gone);
      case 'after':
        return this.#after(event, sender);
      case 'session-ended':
        return this.#sessionEnded(event, sender);
      case 'unreadable':
        return Promise.resolve({ kind: 'deny', message: `Gatehouse: ${event.message}` });
      case 'session-started':
      case 'ignored':
        return Promise.resolve(pass);
    }
  }

  get count(): number {
    return this.#open.size;
  }

  dispose(): void {
    for (const { call } of this.#open) {
      call.withdraw();
      call.reported(null);
    }
  }

  #before(event: AskedEvent, sender: NativeSender, gone: AbortSignal): Promise<NativeVerdict> {
    this.#noteLater(event, sender);
    const { sandboxed } = sender;
    const inSandbox = sandboxed ? callInSandbox(event, sandboxed) : null;
    const asked = sandboxed ? inSandbox?.call : callOf(event);
    if (!asked) return Promise.resolve(pass);
    const same = this.#ofAgent(event, sender).find((other) => this.#isShared(other, event));
    if (same) return same.verdict;
    if (!this.#mayOpen(sender)) return Promise.resolve(tooMany);
    const judgedAs = inSandbox?.judgedAs ?? null;
    return this.#start(asked, { event, judgedAs }, sender, gone);
  }

  /** Answered from the verdict on the call itself; asked about only if there was none. */
  async #permission(
    event: AskedEvent,
    sender: NativeSender,
    gone: AbortSignal,
  ): Promise<NativeVerdict> {
    const own = this.#ofAgent(event, sender);
    const exact = own.filter((call) => requestKey(call.event) === requestKey(event));
    const byFiles = (call: OpenCall): boolean => filesKey(call.event) === filesKey(event);
    const matching = exact.length > 0 || !hasNoTexts(event.request) ? exact : own.filter(byFiles);
    if (matching.length === 0) return this.#before(event, sender, gone);
    for (const call of matching) call.prompted();
    const verdicts = await Promise.all(matching.map((call) => call.verdict));
    return verdicts.find(({ kind }) => kind !== 'allow') ?? { kind: 'allow' };
  }

  #after(event: AfterEvent, sender: NativeSender): Promise<NativeVerdict> {
    const own = this.#ofAgent(event, sender);
    const found =
      own.find((call) => call.phase === 'released' && isSameCall(call.event, event)) ??
      own.find((call) => call.phase === 'deciding' && isSameCall(call.event, event)) ??
      own.find((call) => call.event.callId !== null && call.event.callId === event.callId);
    if (found?.phase === 'deciding') found.answeredElsewhere(event);
    else found?.reported(event);
    return Promise.resolve(pass);
  }

  #sessionEnded(
    { conversation }: { readonly conversation: string },
    sender: NativeSender,
  ): Promise<NativeVerdict> {
    for (const item of this.#open) {
      const { call } = item;
      if (!isFrom(item, sender) || call.event.conversation !== conversation) continue;
      if (call.phase === 'deciding') call.answeredElsewhere(null);
      else call.reported(null);
    }
    return Promise.resolve(pass);
  }

  #ofAgent(event: AskedEvent | AfterEvent, sender: NativeSender): readonly OpenCall[] {
    return [...this.#open]
      .filter((item) => isFrom(item, sender) && isSameAgent(item.call.event, event))
      .map(({ call }) => call)
      .filter(({ phase }) => phase !== 'over');
  }

  /** Two hooks of one call; without an id only as long as they can be that. */
  #isShared(call: OpenCall, event: AskedEvent): boolean {
    if (!isSameCall(call.event, event)) return false;
    if (call.event.callId !== null && event.callId !== null) return true;
    if (call.phase === 'deciding') return true;
    return this.#deps.clock.monotonic() - (call.releasedAt ?? 0) < sameTurnMs;
  }

  /** The next call of the same agent shows that an earlier one is over: its own prompt was answered, or it has ended. */
  #noteLater(event: AskedEvent, sender: NativeSender): void {
    const { clock } = this.#deps;
    const now = clock.monotonic();
    for (const call of this.#ofAgent(event, sender)) {
      if (isSameCall(call.event, event)) continue;
      const { phase, promptedAt, releasedAt } = call;
      if (phase === 'deciding' && promptedAt !== null && now - promptedAt > sameTurnMs)
        call.answeredElsewhere(null);
      if (phase === 'released' && releasedAt !== null && now - releasedAt > sameTurnMs)
        this.#limit(call, lateReportMs);
    }
  }

  #limit(call: OpenCall, ms: number): void {
    const waiting = [...this.#open].find((item) => item.call === call);
    if (!waiting) return;
    void waiting.limit?.dispose();
    waiting.limit = this.#deps.clock.after(ms, () => call.reported(null));
  }

  /** The oldest that was released is the least likely to be reported. False: all wait for a decision. */
  #mayOpen({ sandboxed, agent }: NativeSender): boolean {
    const counted = [...this.#open].filter((one) =>
      sandboxed ? one.clientId === agent.clientId : !one.isSandboxed,
    );
    if (counted.length < (sandboxed ? maxOpenSandboxed : maxOpen)) return true;
    const oldest = counted.find(({ call }) => call.phase === 'released');
    oldest?.call.reported(null);
    return oldest !== undefined;
  }

  #start(
    call: Omit<Call, 'native'>,
    { event, judgedAs }: { readonly event: AskedEvent; readonly judgedAs: JudgedAs | null },
    { client, agentName, agent, sandboxed }: NativeSender,
    gone: AbortSignal,
  ): Promise<NativeVerdict> {
    const { access, files, clock, onError } = this.#deps;
    const { monotonic: now } = clock;
    const isSandboxed = Boolean(sandboxed);
    const open = new OpenCall({
      // Names from inside are not followed outside of it.
      ...{ agentName, event, files: isSandboxed ? noFiles : files },
      ...{ isSandboxed, judgedAs, now },
      onReleased: (released) => this.#limit(released, longestRunMs),
    });
    const { clientId } = agent;
    const waiting: TrackedCall = { call: open, client, clientId, isSandboxed, limit: null };
    this.#open.add(waiting);
    const onGone = (): void => open.withdraw();
    gone.addEventListener('abort', onGone, { once: true });
    if (gone.aborted) onGone();
    const asked = {
      ...call,
      native: open,
      agent,
      claimedWorkspace: event.cwd,
      isBound: isSandboxed,
    };
    void access
      .run(asked, open.signal)
      .then(
        ({ outcome }) => open.ended(outcome),
        (error: unknown) => {
          onError(`a native call failed: ${String(error)}`);
          open.ended(failed('action-failed'));
        },
      )
      .finally(() => {
        gone.removeEventListener('abort', onGone);
        void waiting.limit?.dispose();
        this.#open.delete(waiting);
      });
    return open.verdict;
  }
}

const noFiles: NativeFiles = {
  plan: async () => null,
  store: async () => new Map(),
  storeText: async () => '',
};

/** Whoever has another key speaks for its own calls only, whatever its message says. */
const isFrom = (item: TrackedCall, { client, agent }: NativeSender): boolean =>
  item.client === client && item.clientId === agent.clientId;
