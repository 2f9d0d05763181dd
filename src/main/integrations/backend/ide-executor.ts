/**
 * Executes the backend's tools. Each sends a message and waits a short time for the answer; a later
 * answer is stored and returned by the next call as stale, with its age.
 */
import { createHash } from 'node:crypto';
import { z } from 'zod';
import { guardedTools } from '../../../shared/actions/guarded-tools.ts';
import { PendingReplies } from '../../../shared/base/pending-replies.ts';
import type { BackendView, BridgeMessage } from '../../../shared/integrations/backend.ts';
import { done, failed, type Outcome } from '../../../shared/actions/outcomes.ts';
import { parseArgs } from '../../../shared/actions/actions.ts';
import type { Clock } from '../../core/dependencies.ts';
import type { ContributedTool, Executor, ResolvedCall } from '../../core/core.ts';
import type { Bridge } from './bridge.ts';
import type { ReceivedChannelMessage, Channels } from './channels.ts';
import { answers, ideTools, type IdeTool, type IdeToolName } from './ide-tools.ts';

interface Deps {
  readonly clock: Clock;
  readonly bridge: Pick<Bridge, 'send' | 'connected' | 'onBroken'>;
  readonly channels: Channels;
  /** Time limit for an answer. */
  readonly replyMs: () => number;
  readonly workspaceRoot: () => string | null;
  readonly view: () => BackendView;
  readonly resultBytes: number;
}

type BackendReply = ReceivedChannelMessage | 'late' | 'broken';

export class IdeExecutor implements Executor {
  readonly name = 'Backend';
  readonly actions: ReadonlySet<string> = new Set();
  readonly inApp = true;
  readonly tools: readonly ContributedTool[];
  readonly #deps: Deps;
  /** By the message that was sent, because the backend's messages carry no request id. */
  readonly #pending: PendingReplies<BridgeMessage, BackendReply>;

  constructor(deps: Deps) {
    this.#deps = deps;
    this.#pending = new PendingReplies((ms, run) => deps.clock.after(ms, run));
    this.tools = (Object.keys(ideTools) as IdeToolName[]).map(contributed);
  }

  /** Keeps the message. It also answers the call that has waited longest for one of its kind. */
  arrived(message: BridgeMessage, bytes: number): void {
    const arrived = this.#deps.channels.put(message, bytes);
    const sent = this.#pending.ids().find((waiting) => answers(message, waiting));
    if (sent) this.#pending.resolve(sent, arrived);
  }

  broken(): void {
    this.#pending.resolveAll('broken');
  }

  async run(
    { action, args }: ResolvedCall,
    _entryId: string,
    signal: AbortSignal,
  ): Promise<Outcome> {
    const { bridge, workspaceRoot } = this.#deps;
    const name = action as IdeToolName;
    const message = ideTools[name].message(args, workspaceRoot());
    const isOverview = name === 'ide_dashboard_overview';
    if (!bridge.connected)
      return isOverview ? this.#overview(null) : failed('backend-disconnected', notConnected);
    const answer = await this.#ask(message, signal);
    if (signal.aborted) return failed('ask-withdrawn');
    if (answer === 'broken' && !isOverview) return failed('backend-disconnected', maybe);
    const arrived = typeof answer === 'string' ? null : answer;
    if (isOverview) return this.#overview(arrived);
    const outcome = arrived ? answered(arrived) : this.#withoutAnswer(name, message);
    return this.#bounded(outcome);
  }

  async #ask(sent: BridgeMessage, signal: AbortSignal): Promise<BackendReply> {
    const { bridge, replyMs } = this.#deps;
    if (signal.aborted) return 'late';
    const late = (): BackendReply => 'late';
    const options = { timeoutMs: replyMs(), onTimeout: late, signal, onAbort: late };
    const replied = this.#pending.wait(sent, options);
    if (!bridge.send(sent)) this.#pending.resolve(sent, 'broken');
    return replied;
  }

  /**
   * Without an answer in time, a change is reported as sent, and a read returns an earlier answer.
   */
  #withoutAnswer(name: IdeToolName, sent: BridgeMessage): Outcome {
    if (guardedTools[name].kind !== 'read') {
      const note =
        'It was sent. The backend has not answered yet; its answer will arrive on its channel.';
      return done({ status: 'sent', note });
    }
    const before = this.#deps.channels.newest((message) => answers(message, sent));
    if (!before)
      return done({ status: 'empty', note: 'The backend has not answered, now or before.' });
    return done({ status: 'stale', ...this.#toOutcome(before), note: staleNote });
  }

  #overview(arrived: ReceivedChannelMessage | null): Outcome {
    const { state, url, since, error, lastMessageAt, channels } = this.#deps.view();
    const iso = (at: number | null): string | null =>
      at === null ? null : new Date(at).toISOString();
    const bridge = {
      bridge_online: state === 'connected',
      state,
      url,
      since: iso(since),
      ...(error === null ? {} : { error }),
      last_message_at: iso(lastMessageAt),
      channels,
    };
    const before = this.#deps.channels.newest(({ type }) => type === 'dashboard_overview');
    if (arrived)
      return this.#bounded(done({ status: 'answered', bridge, ...this.#toOutcome(arrived) }));
    if (!before) return done({ status: 'empty', bridge });
    return this.#bounded(
      done({ status: 'stale', bridge, ...this.#toOutcome(before), note: staleNote }),
    );
  }

  #toOutcome({ message, at }: ReceivedChannelMessage) {
    const ageSeconds = Math.max(0, Math.round((this.#deps.clock.now() - at) / 1000));
    const received_at = new Date(at).toISOString();
    return { data: message.data ?? null, received_at, age_seconds: ageSeconds };
  }

  #bounded(outcome: Outcome): Outcome {
    if (outcome.kind !== 'done') return outcome;
    return JSON.stringify(outcome.data).length > this.#deps.resultBytes
      ? failed('action-failed', "The backend's answer is too long.")
      : outcome;
  }
}

/** The same words as in the original implementation, because clients look for them. */
const notConnected = '(backend: not connected)';
const maybe = 'The connection was lost before the answer came. The message may have been received.';
const staleNote = 'The backend has not answered this time. This is its last answer.';

const answered = ({ message, at }: ReceivedChannelMessage): Outcome =>
  done({
    status: 'answered',
    data: message.data ?? null,
    received_at: new Date(at).toISOString(),
    age_seconds: 0,
  });

function contributed(name: IdeToolName): ContributedTool {
  const { title, description, args }: IdeTool = ideTools[name];
  const { scope, kind } = guardedTools[name];
  const annotations = {
    readOnlyHint: kind === 'read',
    destructiveHint: false,
    openWorldHint: true,
  };
  const inputSchema = z.toJSONSchema(args, { io: 'input', target: 'draft-7' });
  const facts = { name, title, description, inputSchema, annotations, scope };
  const definitionHash = createHash('sha256').update(JSON.stringify(facts)).digest('hex');
  return Object.freeze({
    ...facts,
    ...{ pluginId: 'backend', ownName: name, definitionHash, timeoutMs: 60_000 },
    parse: (given: unknown) => parseArgs(args, given),
  });
}
