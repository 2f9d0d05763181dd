/** A ledger on disk that tests write by hand, and an index over it. */
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import {
  AuditIndex,
  type AuditIndexDeps,
} from '../../src/main/platform/ledger-index/ledger-index.ts';
import type { IndexState } from '../../src/main/platform/ledger-index/messages.ts';
import { systemClock } from '../../src/main/platform/system/clock.ts';
import type { AuditRecord } from '../../src/shared/ledger/entry.ts';
import type { IndexPhase } from '../../src/shared/ledger/query.ts';
import { isAnswer, type NoAnswer } from '../../src/shared/asks/no-answer.ts';

type Loose = Partial<AuditRecord> & Readonly<Record<string, unknown>>;

export const firstMoment = Date.UTC(2031, 4, 1, 9);

/** Each line is a second later than the one before. */
export class FixtureLedger {
  readonly dataDir: string;
  readonly lines: string[] = [];
  #segment = 1;
  #prev = '0'.repeat(64);
  #entries = 0;
  /** A clock that was set back, or forward. */
  skewMs = 0;

  constructor(dataDir: string) {
    this.dataDir = dataDir;
    fs.mkdirSync(path.join(dataDir, 'audit'), { recursive: true });
  }

  get file(): string {
    return path.join(this.dataDir, 'audit', `${String(this.#segment).padStart(6, '0')}.jsonl`);
  }

  get seq(): number {
    return this.lines.length;
  }

  rotate(): void {
    this.#segment += 1;
  }

  newEntry(): string {
    this.#entries += 1;
    return `00000000-0000-4000-8000-${String(this.#entries).padStart(12, '0')}`;
  }

  write(record: Loose): string {
    const seq = this.lines.length + 1;
    const ts = new Date(firstMoment + seq * 1_000 + this.skewMs).toISOString();
    const body = JSON.stringify({ seq, ts, user: 'ada', ...record, prev: this.#prev });
    this.#prev = createHash('sha256').update(body).digest('hex');
    const line = `${body.slice(0, -1)},"hash":"${this.#prev}"}`;
    fs.appendFileSync(this.file, `${line}\n`);
    this.lines.push(line);
    return line;
  }

  /** A whole call; `refused` or `failed` with a code, or done. */
  call(about: Loose = {}, end: Loose = { result: 'done' }): string {
    const facts = { entry: this.newEntry(), actor: 'cursor', action: 'open_file', ...about };
    const { args, session_id: session, ...rest } = facts;
    this.write({ phase: 'intent', ...rest, args: args ?? { path: '/w/app/main.ts' } });
    const bySession = session === undefined ? {} : { session_id: session };
    const decision = { result: 'allow', decided_by: 'policy', rule: 'inside-roots', ...bySession };
    this.write({ phase: 'decision', ...rest, ...decision });
    this.write({ phase: 'outcome', ...rest, duration_ms: 5, ...bySession, ...end });
    return facts.entry;
  }
}

export const quick: NonNullable<AuditIndexDeps['timing']> = {
  lockTimeoutMs: 200,
  lockRetryMs: 20,
  retryMs: 100,
  followEveryMs: 1,
  firstRestartMs: 10,
};

export function openIndex(
  dataDir: string,
  deps: Partial<AuditIndexDeps> = {},
): { readonly index: AuditIndex; readonly errors: string[] } {
  const errors: string[] = [];
  const index = new AuditIndex({
    dataDir,
    clock: systemClock,
    onError: (text) => errors.push(text),
    timing: quick,
    ...deps,
  });
  onTestFinished(() => index.dispose());
  index.start();
  return { index, errors };
}

export function whenPhase(index: AuditIndex, phase: IndexPhase): Promise<IndexState> {
  return when(index, (state) => state.phase === phase);
}

export async function when(
  index: AuditIndex,
  holds: (state: IndexState) => boolean,
): Promise<IndexState> {
  if (holds(index.state)) return index.state;
  const { promise, resolve } = Promise.withResolvers<IndexState>();
  const watch = index.onChanged((state) => {
    if (holds(state)) resolve(state);
  });
  try {
    return await promise;
  } finally {
    await watch.dispose();
  }
}

export async function readyIndex(dataDir: string): Promise<AuditIndex> {
  const { index } = openIndex(dataDir);
  await whenPhase(index, 'ready');
  return index;
}

/** What was answered; no answer fails the test. */
export async function answerOf<T extends object>(asked: Promise<T | NoAnswer>): Promise<T> {
  const answer = await asked;
  if (!isAnswer(answer)) throw new Error(`no answer: ${answer.why}`);
  return answer;
}

export const indexFiles = (dataDir: string): readonly string[] =>
  fs.readdirSync(path.join(dataDir, 'index')).filter((name) => name.endsWith('.sqlite'));

export const indexFile = (dataDir: string): string =>
  path.join(dataDir, 'index', indexFiles(dataDir).at(-1) ?? '');

/** The same numbers each time. */
export function dice(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}
