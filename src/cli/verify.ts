/**
 * `gatehouse verify`: checks the whole ledger and its checkpoints without the app, and names the
 * first entry that was altered.
 */
import { createHmac, hash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import {
  checkpointFileName,
  checkpointFolderOf,
  macLabel,
  readCheckpoints,
  type Mac,
  type MarkedCheckpoint,
} from '../shared/ledger/checkpoint.ts';
import { LedgerVerifier, type VerifyResult } from '../shared/ledger/verify.ts';
import { dataDirOf } from '../shared/app/data-dir.ts';
import { visibleText } from '../shared/base/visible-text.ts';
import { homeFolder } from './home-folder.ts';
import { readLedger, segmentsIn } from './ledger-files.ts';
import { CliError } from './cli-error.ts';
import { counted } from './terminal/text.ts';

const sha256 = (text: string): string => hash('sha256', text);

export interface VerifyReport extends VerifyResult {
  readonly folder: string;
  readonly warnings: readonly string[];
  /** What is missing; null if there are entries to verify. */
  readonly missing: string | null;
}

export function verify(): {
  readonly data: VerifyReport;
  readonly text: string;
  readonly ok: boolean;
} {
  const systemEnvironment = { platform: process.platform, env: process.env, home: homeFolder() };
  const dataDir = realOf(path.resolve(dataDirOf(systemEnvironment)));
  const folder = path.join(dataDir, 'audit');
  const mac = macOf(dataDir);
  // Read before the ledger, because a running app may add entries.
  const checkpointFolder = checkpointFolderOf(systemEnvironment, dataDir, sha256);
  const checkpoints = readCheckpoints(textOf(path.join(checkpointFolder, checkpointFileName)), mac);
  const segments = segmentsOrSay(folder);
  if (segments === null && checkpoints.length === 0 && !wasUsed(dataDir))
    throw new CliError('refused', `There is no ledger in ${folder}.`);
  const missing = missingText({ folder, segments, checkpoints });
  const verifier = new LedgerVerifier({ sha256, checkpoints });
  const torn = readSegments(folder, segments ?? [], verifier);
  const verdict = verifier.finish();
  const warnings = warningsOf({ checkpoints, mac, torn });
  const data = { ...verdict, ok: verdict.ok && missing === null, folder, warnings, missing };
  return { data, text: toText(data), ok: data.ok };
}

/** Null if the folder is missing. */
function segmentsOrSay(folder: string): readonly string[] | null {
  if (!fs.existsSync(folder)) return null;
  return orSay(folder, () => segmentsIn(folder));
}

/** The app creates the ledger first, so if it has run here there must be one. */
const wasUsed = (dataDir: string): boolean =>
  ['install.key', 'install.key.sealed', 'management.token', 'client-keys.json', 'gatehouse.log']
    .map((name) => path.join(dataDir, name))
    .some((file) => fs.existsSync(file));

interface LedgerFolder {
  readonly folder: string;
  readonly segments: readonly string[] | null;
  readonly checkpoints: readonly MarkedCheckpoint[];
}

/** Null if there is something to verify. */
function missingText({ folder, segments, checkpoints }: LedgerFolder): string | null {
  if (segments !== null && segments.length > 0) return null;
  const missing =
    segments === null
      ? `The ledger is missing: there is no folder ${folder}`
      : `The ledger is missing: ${folder} holds no entries`;
  const last = checkpoints.at(-1);
  return last
    ? `${missing}, but the checkpoints record ${counted(last.seq, 'entry', 'entries')} (the last at ${visibleText(last.ts)}).`
    : `${missing}, although Gatehouse has run here.`;
}

const readSegments = (
  folder: string,
  segments: readonly string[],
  verifier: LedgerVerifier,
): number => orSay(folder, () => readLedger(segments, verifier));

function orSay<T>(folder: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new CliError('refused', `The ledger in ${folder} cannot be read: ${reason}`);
  }
}

interface VerifyEvidence {
  readonly checkpoints: readonly MarkedCheckpoint[];
  readonly mac: Mac | null;
  readonly torn: number;
}

function warningsOf({ checkpoints, mac, torn }: VerifyEvidence): readonly string[] {
  const none = checkpoints.length === 0;
  const foreign = checkpoints.filter(({ mark }) => mark === 'unknown').length;
  return [
    ...(none
      ? ['There are no checkpoints, so a truncated or rolled-back ledger would not be detected.']
      : []),
    ...(!none && !mac
      ? ['The key is in the system keyring, so the checkpoint signatures were not verified.']
      : []),
    ...(mac && foreign > 0 ? [`${foreign} checkpoints were signed with an older key.`] : []),
    ...(torn > 0
      ? [`The last ${torn} bytes are an incomplete line: still being written, or cut off.`]
      : []),
  ];
}

function toText(verified: VerifyReport): string {
  const { entries, segments, checkpoints, problem, warnings, folder, missing } = verified;
  const warningLines = warnings.map((warning) => `\n${warning}`).join('');
  if (missing !== null)
    return `${missing}\nPut the folder back from where it was moved, or from a backup.${warningLines}`;
  if (problem) {
    const range = problem.from < problem.seq ? ` (or one since ${problem.from})` : '';
    return `Entry ${problem.seq}${range} was altered: ${problem.why}.\nIt is in ${path.join(folder, problem.segment)}; later entries were not checked.${warningLines}`;
  }
  const agreed = `${counted(checkpoints.agreed, 'checkpoint')} agreed`;
  const totals = `${counted(entries, 'entry', 'entries')} in ${counted(segments, 'segment')}`;
  return `The ledger is intact: ${totals}; ${agreed}.${warningLines}`;
}

/** Null if the key is in the keyring, which only the app can open. */
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
