/** A ledger on a disk in memory that knows the difference between written and durable. */
import { onTestFinished } from 'vitest';
import { Ledger, type LedgerOptions } from '../../src/main/core/ledger/ledger.ts';
import type {
  AppendHow,
  LedgerStore,
  LedgerTail,
  Needs,
} from '../../src/main/core/dependencies.ts';
import type { AuditRecord } from '../../src/shared/ledger/entry.ts';
import { LedgerVerifier, type VerifyResult } from '../../src/shared/ledger/verify.ts';
import type { MarkedCheckpoint } from '../../src/shared/ledger/checkpoint.ts';
import { FakeClock } from '../fakes/fake-clock.ts';
import { needsWith, sha256 } from './core-fixture.ts';

export const noSpace = (): Error => new Error('ENOSPC: no space left on device');
export const badSync = (): Error => new Error('EIO: i/o error, fdatasync');

export class SyncedStore implements LedgerStore {
  /** The lines of each segment. */
  readonly segments: string[][];
  readonly calls: string[] = [];
  free = Infinity;
  #durable = 0;
  #hold: PromiseWithResolvers<void> | null = null;
  #failing: { readonly what: string; readonly error: Error }[] = [];

  constructor(lines: readonly string[] = []) {
    this.segments = [[...lines]];
    this.#durable = lines.length;
  }

  get lines(): readonly string[] {
    return this.segments.flat();
  }

  get details(): readonly unknown[] {
    return this.lines.map((line) => (JSON.parse(line) as { detail?: unknown }).detail);
  }

  /** What would be left after a power cut. */
  get durableLines(): readonly string[] {
    const current = this.segments.at(-1) ?? [];
    return [...this.segments.slice(0, -1).flat(), ...current.slice(0, this.#durable)];
  }

  fail(what: 'append' | 'sync' | 'segment', error: Error, times = 1): void {
    for (let time = 0; time < times; time += 1) this.#failing.push({ what, error });
  }

  holdSyncs(): () => void {
    const kept = Promise.withResolvers<void>();
    this.#hold = kept;
    return () => {
      this.#hold = null;
      kept.resolve();
    };
  }

  async append(text: string, { sync = 'now', segment = 'same' }: AppendHow = {}): Promise<void> {
    const lines = text.split('\n').slice(0, -1);
    const what = segment === 'new' ? 'segment' : 'append';
    this.calls.push(`${what} ${lines.length}`);
    this.#failIfDue(what);
    if (segment === 'new') {
      // What was not durable when a new segment is begun is not trusted.
      this.segments.at(-1)?.splice(this.#durable);
      this.segments.push(lines);
      this.#durable = lines.length;
      return;
    }
    this.segments.at(-1)?.push(...lines);
    if (sync === 'now') await this.sync();
  }

  async sync(): Promise<void> {
    const upTo = this.segments.at(-1)?.length ?? 0;
    this.calls.push('sync');
    await this.#hold?.promise;
    this.#failIfDue('sync');
    this.#durable = upTo;
  }

  async tail(): Promise<LedgerTail> {
    const lines = this.segments.at(-1) ?? [];
    const older = this.segments.at(-2);
    return { lines, tornBytes: 0, ...(older ? { older } : {}) };
  }

  async freeBytes(): Promise<number> {
    return this.free;
  }

  #failIfDue(what: string): void {
    const due = this.#failing.findIndex((one) => one.what === what);
    const [failure] = due < 0 ? [] : this.#failing.splice(due, 1);
    if (failure) throw failure.error;
  }
}

export const note = (detail: string, own: Partial<AuditRecord> = {}): AuditRecord => ({
  phase: 'note',
  entry: `entry of ${detail}`,
  actor: 'gatehouse',
  action: 'test',
  detail,
  ...own,
});

interface Opened {
  readonly ledger: Ledger;
  readonly store: SyncedStore;
  readonly clock: FakeClock;
}

export async function ledgerOn(
  store = new SyncedStore(),
  options: LedgerOptions = {},
  own: Partial<Needs> = {},
): Promise<Opened> {
  const clock = new FakeClock();
  const needs = { ...needsWith({ clock }), ...own, ledgerStore: store };
  const ledger = new Ledger(needs, options);
  await ledger.start();
  onTestFinished(() => ledger.dispose());
  return { ledger, store, clock };
}

/** What the verifier says about segments of lines. */
export function verdictOn(
  segments: readonly (readonly string[])[],
  checkpoints: readonly MarkedCheckpoint[] = [],
): VerifyResult {
  const verifier = new LedgerVerifier({ sha256, checkpoints });
  for (const [at, lines] of segments.entries()) {
    verifier.beginSegment(`${at + 1}`);
    for (const line of lines) verifier.line(line);
  }
  return verifier.finish();
}
