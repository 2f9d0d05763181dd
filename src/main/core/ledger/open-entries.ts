/**
 * Tracks entries without an outcome. Each segment begins with the list, so that after a crash the
 * newest segment alone shows which calls were running; they are never run again.
 */
import {
  segmentAction,
  SegmentNote,
  type AuditLine,
  type AuditRecord,
} from '../../../shared/ledger/entry.ts';

export type OpenEntry = SegmentNote['open'][number];

type FoldedLine = Pick<AuditLine, 'phase' | 'entry' | 'actor' | 'action' | 'result' | 'args'>;

export class OpenEntries {
  readonly #byEntry = new Map<string, OpenEntry>();

  fold(facts: FoldedLine): void {
    const { phase, entry, actor, action } = facts;
    if (phase === 'intent') this.#byEntry.set(entry, [entry, actor, action, 'intent']);
    else if (phase === 'decision') this.#decided(entry, facts.result ?? '');
    else if (phase === 'outcome') this.#byEntry.delete(entry);
    else if (action === segmentAction) this.#carried(facts.args);
  }

  list(): SegmentNote['open'] {
    return [...this.#byEntry.values()];
  }

  #decided(entry: string, result: string): void {
    const open = this.#byEntry.get(entry);
    if (open) this.#byEntry.set(entry, [open[0], open[1], open[2], result]);
  }

  #carried(args: unknown): void {
    const note = SegmentNote.safeParse(args);
    if (!note.success) return;
    for (const open of note.data.open) this.#byEntry.set(open[0], open);
  }
}

/** Closes an entry that a crash left open. The call is not run again; the outcome says what is known. */
export function closingRecord([entry, actor, action, come]: OpenEntry): AuditRecord {
  const facts = { phase: 'outcome', entry, actor, action } as const;
  if (come === 'allow' && action !== 'request_access') {
    return {
      ...facts,
      result: 'unknown',
      code: 'outcome-unknown',
      detail: 'Gatehouse stopped before it learned what became of this. Check the file.',
    };
  }
  return {
    ...facts,
    result: 'refused',
    code: 'cancelled-restart',
    detail: 'Gatehouse was stopped before this was done. Start a new session.',
  };
}
