/**
 * Ledger checkpoints: from time to time, the end of the ledger is recorded in a second place with
 * a MAC that only this installation can compute. They reveal what the chain alone cannot: a
 * truncated tail, a re-chained ledger, a folder restored from a backup.
 */
import { z } from 'zod';
import type { ChainHead } from './chain.ts';
import type { SystemEnvironment } from '../app/data-dir.ts';

export const Checkpoint = z.looseObject({
  seq: z.int().min(1),
  hash: z.string().regex(/^[0-9a-f]{64}$/),
  ts: z.string(),
  /** The key that made the MAC. */
  key: z.string().optional(),
  mac: z.string().optional(),
});
export type Checkpoint = z.infer<typeof Checkpoint>;

/** HMAC-SHA-256 in hex with the key of this installation, over `macLabel` and the text. */
export type Mac = (text: string) => string;
export const macLabel = 'gatehouse mac 1\n';

export const checkpointFileName = 'checkpoints.jsonl';

export const keyIdOf = (mac: Mac): string => mac('key id').slice(0, 16);

const markedText = ({ seq, hash, ts }: Checkpoint): string => `checkpoint ${seq} ${hash} ${ts}`;

export function checkpointLine(head: ChainHead, now: number, mac: Mac | undefined): string {
  const checkpoint = { seq: head.seq, hash: head.hash, ts: new Date(now).toISOString() };
  if (!mac) return JSON.stringify(checkpoint);
  return JSON.stringify({ ...checkpoint, key: keyIdOf(mac), mac: mac(markedText(checkpoint)) });
}

export interface MarkedCheckpoint {
  readonly seq: number;
  readonly hash: string;
  readonly ts: string;
  /** `unknown`: there was no key to check it with, or another key made it. */
  readonly mark: 'good' | 'bad' | 'unknown';
}

/** The readable ones, by number. The last one has a valid MAC, or it is forged. */
export function readCheckpoints(text: string, mac: Mac | null): readonly MarkedCheckpoint[] {
  const read = text.split('\n').flatMap((line) => readCheckpoint(line) ?? []);
  const key = mac && keyIdOf(mac);
  const marked = read.map((checkpoint, at): MarkedCheckpoint => {
    const { seq, hash, ts } = checkpoint;
    return { seq, hash, ts, mark: markOf(checkpoint, { mac, key, last: at === read.length - 1 }) };
  });
  return marked.toSorted((a, b) => a.seq - b.seq);
}

interface MarkCheck {
  readonly mac: Mac | null;
  readonly key: string | null;
  readonly last: boolean;
}

function markOf(item: Checkpoint, { mac, key, last }: MarkCheck): MarkedCheckpoint['mark'] {
  if (!mac) return 'unknown';
  if (item.key !== key) return last ? 'bad' : 'unknown';
  return item.mac === mac(markedText(item)) ? 'good' : 'bad';
}

export function readCheckpoint(line: string): Checkpoint | null {
  try {
    return Checkpoint.parse(JSON.parse(line));
  } catch {
    return null;
  }
}

/** The folder for the checkpoints of one ledger; it must not be inside the data folder. */
export function checkpointFolderOf(
  { platform, env, home }: SystemEnvironment,
  dataDir: string,
  sha256: (text: string) => string,
): string {
  const mine = sha256(dataDir).slice(0, 16);
  if (platform === 'win32') {
    const local = env['LOCALAPPDATA'] ?? `${home}\\AppData\\Local`;
    return `${env['GATEHOUSE_CHECKPOINT_DIR'] ?? `${local}\\gatehouse-checkpoints`}\\${mine}`;
  }
  const state =
    platform === 'darwin'
      ? `${home}/Library/Application Support`
      : env['XDG_STATE_HOME'] || `${home}/.local/state`;
  return `${env['GATEHOUSE_CHECKPOINT_DIR'] || `${state}/gatehouse-checkpoints`}/${mine}`;
}
