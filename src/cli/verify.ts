/**
 * `gatehouse verify`: reads the whole ledger and the checkpoints, without the app, and names the
 * first entry that is not what it was.
 */
import { createHmac, hash } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import {
  checkpointFileName,
  checkpointFolderOf,
  macLabel,
  readCheckpoints,
  type Mac,
  type MarkedCheckpoint,
} from '../shared/audit-checkpoint.ts';
import { LedgerVerifier, type Verdict } from '../shared/audit-verify.ts';
import { dataDirOf } from '../shared/data-dir.ts';
import { readLedger, segmentsIn } from './ledger-files.ts';
import { Problem } from './problem.ts';
import { counted } from './terminal/words.ts';

const sha256 = (text: string): string => hash('sha256', text);

export interface Verified extends Verdict {
  readonly folder: string;
  readonly warnings: readonly string[];
}

export function verify(): { readonly data: Verified; readonly text: string; readonly ok: boolean } {
  const surroundings = { platform: process.platform, env: process.env, home: os.homedir() };
  const dataDir = realOf(path.resolve(dataDirOf(surroundings)));
  const folder = path.join(dataDir, 'audit');
  if (!fs.existsSync(folder)) throw new Problem('refused', `There is no ledger in ${folder}.`);
  const mac = macOf(dataDir);
  // Before the ledger: the app may be running and write on.
  const checkpointFolder = checkpointFolderOf(surroundings, dataDir, sha256);
  const checkpoints = readCheckpoints(textOf(path.join(checkpointFolder, checkpointFileName)), mac);
  const verifier = new LedgerVerifier({ sha256, checkpoints });
  const torn = readOrSay(folder, verifier);
  const verdict = verifier.finish();
  const data = { ...verdict, folder, warnings: warningsOf({ checkpoints, mac, torn }) };
  return { data, text: inWords(data), ok: verdict.ok };
}

function readOrSay(folder: string, verifier: LedgerVerifier): number {
  try {
    return readLedger(segmentsIn(folder), verifier);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new Problem('refused', `The ledger in ${folder} cannot be read: ${why}`);
  }
}

interface Seen {
  readonly checkpoints: readonly MarkedCheckpoint[];
  readonly mac: Mac | null;
  readonly torn: number;
}

function warningsOf({ checkpoints, mac, torn }: Seen): readonly string[] {
  const none = checkpoints.length === 0;
  const foreign = checkpoints.filter(({ mark }) => mark === 'unknown').length;
  return [
    ...(none
      ? ['There are no checkpoints: a cut or rolled-back ledger could not be told from a true one.']
      : []),
    ...(!none && !mac
      ? ['The key is in the system keyring, so the marks on the checkpoints were not checked.']
      : []),
    ...(mac && foreign > 0 ? [`${foreign} checkpoints carry the mark of an older key.`] : []),
    ...(torn > 0 ? [`The last ${torn} bytes are no whole line: being written, or torn.`] : []),
  ];
}

function inWords({ entries, segments, checkpoints, problem, warnings, folder }: Verified): string {
  const said = warnings.map((warning) => `\n${warning}`).join('');
  if (problem) {
    const range = problem.from < problem.seq ? ` (or one since ${problem.from})` : '';
    return `Entry ${problem.seq}${range} is not as it was written: ${problem.why}.\nIt is in ${path.join(folder, problem.segment)}; nothing after it was looked at.${said}`;
  }
  const agreed = `${counted(checkpoints.agreed, 'checkpoint')} agreed`;
  const whole = `${counted(entries, 'entry', 'entries')} in ${counted(segments, 'segment')}`;
  return `All is as it was written: ${whole}; ${agreed}.${said}`;
}

/** Null when it rests in the keyring, which only the app can open. */
function macOf(dataDir: string): Mac | null {
  const file = path.join(dataDir, 'install.key');
  if (!fs.existsSync(file)) return null;
  const key = fs.readFileSync(file);
  return (text) => createHmac('sha256', key).update(`${macLabel}${text}`).digest('hex');
}

function textOf(file: string): string {
  return fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : '';
}

function realOf(folder: string): string {
  return fs.existsSync(folder) ? fs.realpathSync(folder) : folder;
}
