/**
 * One call of an agent's own tool, from the hook before it to the report after it. The gate runs it like any
 * other call: to run means to release the agent, and then to wait for its report.
 */
import {
  done,
  failed,
  isError,
  refused,
  type ActionError,
  type Outcome,
} from '../../../shared/actions/outcomes.ts';
import type { Plan } from '../../../shared/actions/plan.ts';
import type { FileChange } from '../../../shared/files/file-change.ts';
import { NativeFile } from '../../../shared/native/native-actions.ts';
import type { NativeEvent, NativeVerdict } from '../../../shared/native/native-call.ts';
import type { JudgedAs, NativeEnd, ResolvedCall } from '../../core/core.ts';
import type { NativeFiles, StoredContents } from './native-files.ts';

export type AskedEvent = Extract<NativeEvent, { kind: 'before' | 'permission' }>;
export type AfterEvent = Extract<NativeEvent, { kind: 'after' }>;

interface Deps {
  readonly agentName: string;
  readonly event: AskedEvent;
  readonly files: NativeFiles;
  readonly isSandboxed?: boolean;
  readonly judgedAs?: JudgedAs | null;
  readonly now: () => number;
  /** Called once, when the agent was released. */
  readonly onReleased: (call: OpenCall) => void;
}

const longestReport = 2_000;

export class OpenCall implements NativeEnd {
  readonly event: AskedEvent;
  readonly agentName: string;
  readonly isSandboxed: boolean;
  readonly judgedAs: JudgedAs | null;
  readonly #deps: Deps;
  readonly #withdrawal = new AbortController();
  readonly #verdict = Promise.withResolvers<NativeVerdict>();
  readonly #report = Promise.withResolvers<AfterEvent | null>();
  #phase: 'deciding' | 'released' | 'over' = 'deciding';
  /** Since when the agent shows a prompt of its own for it; null: it shows none. */
  #promptedAt: number | null = null;
  #releasedAt: number | null = null;
  #elsewhere: string | null = null;

  constructor(deps: Deps) {
    this.#deps = deps;
    this.event = deps.event;
    this.agentName = deps.agentName;
    this.isSandboxed = deps.isSandboxed === true;
    this.judgedAs = deps.judgedAs ?? null;
    if (deps.event.kind === 'permission') this.prompted();
  }

  get phase(): 'deciding' | 'released' | 'over' {
    return this.#phase;
  }

  get promptedAt(): number | null {
    return this.#promptedAt;
  }

  get releasedAt(): number | null {
    return this.#releasedAt;
  }

  /** Aborted when nobody waits for the decision any more. */
  get signal(): AbortSignal {
    return this.#withdrawal.signal;
  }

  get verdict(): Promise<NativeVerdict> {
    return this.#verdict.promise;
  }

  prompted(): void {
    this.#promptedAt ??= this.#deps.now();
  }

  /** The bridge has gone before there was a decision. */
  withdraw(): void {
    if (this.#phase === 'deciding') this.#withdrawal.abort();
  }

  /** The agent asked the user itself, and has the answer. */
  answeredElsewhere(report: AfterEvent | null): void {
    if (this.#phase !== 'deciding') return;
    this.#elsewhere = report
      ? `${this.agentName} carried it out.`
      : 'Whether it was carried out is not known.';
    this.#withdrawal.abort();
  }

  /** Null: no report will come. */
  reported(report: AfterEvent | null): void {
    this.#report.resolve(report);
  }

  /** The call was not released: the model is told why. */
  ended(outcome: Outcome): void {
    this.#phase = 'over';
    this.#report.resolve(null);
    this.#verdict.resolve({ kind: 'deny', message: messageOf(outcome) });
  }

  async plan({ args, native, places }: ResolvedCall): Promise<Plan | ActionError | null> {
    const files = NativeFile.array().safeParse(args['files']);
    if (!files.success) return null;
    const named = native?.paths ?? [];
    const real = new Map(named.map(({ path }, at) => [path, places[at]?.path ?? path]));
    return this.#deps.files.plan(files.data, (path) => real.get(path) ?? path);
  }

  async run({ action, places, plan }: ResolvedCall, signal: AbortSignal): Promise<Outcome> {
    const changed = places.filter(({ use }) => use !== 'list' && use !== 'read');
    const paths = action === 'native_edit' ? changed.map(({ path }) => path) : [];
    const before = await this.#deps.files.store(paths);
    if (signal.aborted || this.signal.aborted) return refused('ask-withdrawn');
    const unkept = paths.find((path) => !before.has(path) && !isShownAsLost(path, plan));
    // The entry of the sandboxed agent itself has every file that it changed, with what was in it.
    if (unkept !== undefined && !this.isSandboxed)
      return refused('stale', `${unkept} can no longer be kept for undo.`);
    this.#phase = 'released';
    this.#releasedAt = this.#deps.now();
    this.#verdict.resolve({ kind: 'allow' });
    this.#deps.onReleased(this);
    // The agent ends with its session.
    if (this.isSandboxed) signal.addEventListener('abort', () => this.reported(null));
    const report = await this.#report.promise;
    this.#phase = 'over';
    if (report === null) return failed('outcome-unknown');
    if (!report.succeeded) return failed('agent-failed', report.text?.slice(0, longestReport));
    return done(dataOf(report), await this.#changes(before, report));
  }

  recorded(outcome: Outcome): Outcome {
    if (this.#elsewhere === null || outcome.kind !== 'refused') return outcome;
    return failed('answered-elsewhere', this.#elsewhere);
  }

  async #changes(before: StoredContents, report: AfterEvent): Promise<readonly FileChange[]> {
    const { files } = this.#deps;
    const after = await files.store([...before.keys()]);
    const changes: FileChange[] = [];
    for (const [path, digest] of after) {
      const earlier = before.get(path);
      if (earlier !== undefined && earlier !== digest)
        changes.push({ path, before: earlier, after: digest });
    }
    return changes.length > 0 ? changes : this.#claimed(report, after);
  }

  /** Where we could not read the content ourselves, the agent's own word is better than nothing. */
  async #claimed(report: AfterEvent, after: StoredContents): Promise<readonly FileChange[]> {
    const changes: FileChange[] = [];
    for (const { path, text } of report.previousTexts ?? []) {
      const now = after.get(path);
      if (now === undefined) continue;
      const before = await this.#deps.files.storeText(text);
      if (before !== now) changes.push({ path, before, after: now });
    }
    return changes;
  }
}

/** The user was told that what it holds cannot be put back. */
const isShownAsLost = (path: string, plan: ResolvedCall['plan']): boolean =>
  plan !== null &&
  plan !== 'unknown' &&
  plan.files?.find((file) => file.path === path)?.lost === true;

const dataOf = ({ exitCode }: AfterEvent): Readonly<Record<string, unknown>> =>
  exitCode === undefined ? {} : { exit_code: exitCode };

/** Hints for MCP clients name tools that a hook's reader may not have. */
function messageOf(outcome: Outcome): string {
  if (!isError(outcome)) return 'Gatehouse gave no answer, so this was not run.';
  const hint = /request_access|list the tools/i.test(outcome.hint)
    ? 'Ask the user to allow it in Gatehouse, then try again.'
    : outcome.hint;
  return `Gatehouse: ${outcome.message} ${hint}`;
}
