/**
 * Asks about files that a sandboxed command may not leave behind. They are in the trash already
 * and stay there if there is no answer, so the agent need not wait. Each ask is an entry of its
 * own.
 */
import type { AskAnswer, ConfirmAsk, ShownHeldBack } from '../../../shared/asks/asks.ts';
import type { AskId, SessionId } from '../../../shared/base/ids.ts';
import { isError, refused, type Done, type Outcome } from '../../../shared/actions/outcomes.ts';
import type { HeldBackFile } from '../../../shared/sandbox/run-record.ts';
import { isInside } from '../../../shared/files/inside.ts';
import { parkedMs, type AskQueue } from '../asks/ask-queue.ts';
import { outcomeOf } from '../asks/confirm-result.ts';
import type { ResolvedCall } from '../call/call.ts';
import type { Needs } from '../dependencies.ts';
import { AuditEntryWriter } from '../ledger/entry-writer.ts';
import type { Ledger } from '../ledger/ledger.ts';

/** Puts a file from the trash back to its place; only the user's answer leads here. */
export type PutBackFile = (trashId: string) => Promise<Outcome>;

interface Deps {
  readonly needs: Needs;
  readonly asks: AskQueue;
  readonly ledger: Ledger;
}

export const heldBackAction = 'held_back_file';

/** What the ask shows about the program that left the file; null for a terminal. */
type RunCall = Pick<ResolvedCall, 'agent'> & {
  readonly session: {
    readonly sessionId: SessionId;
    readonly roots: readonly { readonly path: string }[];
  };
  readonly command: Pick<NonNullable<ResolvedCall['command']>, 'argv'> | null;
};

/** The others are listed in the command's entry. */
const maxAsks = 5;
const never = new AbortController().signal;

export class HeldBackAsks {
  readonly #deps: Deps;
  readonly #open = new Set<Promise<void>>();
  #putBack: PutBackFile | null = null;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  carriedOutBy(putBack: PutBackFile): void {
    this.#putBack = putBack;
  }

  /** Does not wait for the answers. */
  askAbout(call: RunCall, { run, texts = [] }: Done, ofEntry: string): void {
    for (const file of run?.held_back.slice(0, maxAsks) ?? []) {
      const found = texts.find((text) => text.trash_id === file.trash_id);
      const shown = { text: found?.text ?? null, more: found?.more ?? 0 };
      const asking = this.#ask(call, { file, ...shown, ofEntry });
      this.#open.add(asking);
      const forget = (): void => void this.#open.delete(asking);
      asking.then(forget, forget);
    }
  }

  /** An answer to a postponed ask. */
  async answeredLate(ask: ConfirmAsk, answer: AskAnswer): Promise<void> {
    if (!ask.heldBack || answer.kind !== 'once') return;
    const entry = this.#openEntry(ask.agent.clientId, ask.heldBack);
    if (isError(entry)) return;
    await this.#carryOut(entry, ask);
  }

  async drain(): Promise<void> {
    await Promise.allSettled(this.#open);
  }

  async #ask(call: RunCall, heldBack: HeldBack): Promise<void> {
    const ask = heldBackAsk(call, heldBack, this.#deps.needs);
    const entry = this.#openEntry(call.agent.clientId, ask.heldBack);
    if (isError(entry) || (await entry.makeDurable())) return;
    const result = await this.#deps.asks.ask(ask, never);
    if (result.kind === 'once') return this.#carryOut(entry, ask);
    const { by, refusal } = outcomeOf(result);
    const { sessionId } = call.session;
    await entry.decide({ decidedBy: by, rule: heldBackAction, result: 'deny', sessionId });
    await entry.close(refusal ?? refused('denied-by-person'));
  }

  async #carryOut(entry: AuditEntryWriter, { heldBack, sessionId }: ConfirmAsk): Promise<void> {
    const decision = {
      decidedBy: 'person',
      rule: heldBackAction,
      result: 'allow',
      sessionId,
    } as const;
    const unrecorded = await entry.decide(decision);
    const trashId = heldBack?.trashId ?? '';
    const outcome =
      unrecorded ??
      (await this.#putBack?.(trashId).catch(() => null)) ??
      refused('action-failed', 'The workbench did not answer. The file is still in the trash.');
    await entry.close(outcome);
  }

  #openEntry(actor: string, heldBack: ShownHeldBack | undefined) {
    const { ledger, needs } = this.#deps;
    const { path, effect, change, ofEntry } = heldBack ?? {};
    const args = { path, effect, change, of_entry: ofEntry };
    const facts = { entry: needs.newId(), actor, action: heldBackAction, args };
    return AuditEntryWriter.open(ledger, needs.clock, facts);
  }
}

interface HeldBack {
  readonly file: HeldBackFile;
  readonly text: string | null;
  /** Characters that come after the text. */
  readonly more: number;
  readonly ofEntry: string;
}

type HeldBackAsk = ConfirmAsk & { readonly heldBack: ShownHeldBack };

function heldBackAsk(call: RunCall, heldBack: HeldBack, needs: Needs): HeldBackAsk {
  const { file, text, more, ofEntry } = heldBack;
  const { session, agent, command } = call;
  const askedAt = needs.clock.now();
  const digest = needs.sha256(JSON.stringify([file.trash_id, file.path, file.sha256, text]));
  const root = session.roots.find(({ path }) => isInside(file.path, path))?.path ?? '';
  return Object.freeze({
    kind: 'confirm',
    ...{ askId: needs.newId() as AskId, agent, sessionId: session.sessionId },
    action: heldBackAction,
    actionKind: 'run',
    sentence: `keep ${file.path}, which a command ${file.change}`,
    exact: JSON.stringify(
      text === null ? { file: file.path } : { [lastName(file.path)]: text },
      null,
      2,
    ),
    ...{ callDigest: digest, digest },
    because: [file.effect, ...notShown(text, more)],
    explain: 'A sandboxed command left a file that would run outside the sandbox.',
    ...{ command: null, changes: [], isIncomplete: false, carriedOutBy: null },
    folders: root === '' ? [] : [root],
    ...{ recoverability: null, typeToAllow: null, forSession: null, ruleDraft: null },
    ...{ askedAt, deadline: askedAt + parkedMs, waiting: 1 },
    heldBack: {
      ...{ path: file.path, within: root, effect: file.effect, change: file.change },
      ...{ trashId: file.trash_id, command: command?.argv ?? [], ofEntry },
    },
  } satisfies HeldBackAsk);
}

/** A command could hide the important part behind what is shown. */
function notShown(text: string | null, more: number): readonly string[] {
  if (text === null) return ['Its content can’t be shown here.'];
  return more === 0 ? [] : [`Not shown here: its last ${more.toLocaleString('en-GB')} characters.`];
}

const lastName = (path: string): string => path.slice(path.lastIndexOf('/') + 1) || 'file';
