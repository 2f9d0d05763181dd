/** What another program may do to the ledger's folder and file while they are open. */
import fs from 'node:fs';
import path from 'node:path';
import { Ledger } from '../../../src/main/core/ledger/ledger.ts';
import { AuditFile } from '../../../src/main/platform/ledger/ledger-file.ts';
import { quickSha256 } from '../../../src/main/platform/ledger/marks.ts';
import { needsWith } from '../../core/core-fixture.ts';

const segment = (data: string): string => path.join(data, 'audit', '000001.jsonl');

export interface Harm {
  /** Relative to a folder that holds the data folder `data`. */
  readonly harm: (data: string) => void;
  /** Null where the entries are lost for good. */
  readonly repair: ((data: string) => void) | null;
}

export const audit = (data: string): string => path.join(data, 'audit');
export const away = (place: string): string => `${place}-away`;
const copyTo = (from: string, to: string): void => fs.cpSync(from, to, { recursive: true });

export const harms: Readonly<Record<string, Harm>> = {
  'its folder was renamed': {
    harm: (data) => fs.renameSync(audit(data), away(audit(data))),
    repair: (data) => fs.renameSync(away(audit(data)), audit(data)),
  },
  'its folder was deleted': {
    harm: (data) => fs.rmSync(audit(data), { recursive: true }),
    repair: null,
  },
  'its folder was replaced by an empty one': {
    harm: (data) => {
      fs.renameSync(audit(data), away(audit(data)));
      fs.mkdirSync(audit(data), { mode: 0o700 });
    },
    repair: (data) => {
      fs.rmdirSync(audit(data));
      fs.renameSync(away(audit(data)), audit(data));
    },
  },
  'its folder was replaced by a copy': {
    harm: (data) => {
      fs.renameSync(audit(data), away(audit(data)));
      copyTo(away(audit(data)), audit(data));
    },
    repair: null,
  },
  'its folder was replaced by a link to a copy': {
    harm: (data) => {
      fs.renameSync(audit(data), away(audit(data)));
      copyTo(away(audit(data)), `${audit(data)}-copy`);
      fs.symlinkSync(`${audit(data)}-copy`, audit(data));
    },
    repair: null,
  },
  'another folder with a second name of the same file is in its place': {
    harm: (data) => {
      fs.renameSync(audit(data), away(audit(data)));
      fs.mkdirSync(audit(data));
      fs.linkSync(path.join(away(audit(data)), '000001.jsonl'), segment(data));
    },
    repair: null,
  },
  'the data folder was renamed': {
    harm: (data) => fs.renameSync(data, away(data)),
    repair: (data) => fs.renameSync(away(data), data),
  },
  'the data folder was replaced by a copy': {
    harm: (data) => {
      fs.renameSync(data, away(data));
      copyTo(away(data), data);
    },
    repair: null,
  },
  'its file was renamed': {
    harm: (data) => fs.renameSync(segment(data), away(segment(data))),
    repair: (data) => fs.renameSync(away(segment(data)), segment(data)),
  },
  'its file was deleted': { harm: (data) => fs.rmSync(segment(data)), repair: null },
  'its file was replaced by a copy': {
    harm: (data) => {
      fs.copyFileSync(segment(data), away(segment(data)));
      fs.renameSync(away(segment(data)), segment(data));
    },
    repair: null,
  },
  'its file was replaced by a link': {
    harm: (data) => {
      fs.renameSync(segment(data), away(segment(data)));
      fs.symlinkSync(away(segment(data)), segment(data));
    },
    repair: (data) => fs.renameSync(away(segment(data)), segment(data)),
  },
  'its file was emptied': { harm: (data) => fs.truncateSync(segment(data), 0), repair: null },
  'its file was cut by a byte': {
    harm: (data) => fs.truncateSync(segment(data), fs.statSync(segment(data)).size - 1),
    repair: null,
  },
  'another program wrote to its file': {
    harm: (data) => fs.appendFileSync(segment(data), 'forged\n'),
    repair: (data) =>
      fs.truncateSync(segment(data), fs.statSync(segment(data)).size - 'forged\n'.length),
  },
};

export interface HarmReport {
  readonly cases: number;
  /** Records that were acknowledged although nobody could find them again. */
  readonly taken: number;
  readonly problems: string[];
}

/** Each case: before, meanwhile, and again once it is mended. */
export async function harmRounds(folder: string): Promise<HarmReport> {
  const problems: string[] = [];
  let taken = 0;
  for (const [name, { harm, repair }] of Object.entries(harms)) {
    const data = path.join(folder, name.replaceAll(/\W/g, '-'));
    fs.mkdirSync(data, { recursive: true, mode: 0o700 });
    const ledgerStore = new AuditFile(data);
    await ledgerStore.start();
    const needs = needsWith();
    const ledger = new Ledger({ ...needs, sha256: quickSha256, ledgerStore });
    await ledger.start();
    const write = (detail: string): Promise<boolean> =>
      ledger.record({ phase: 'note', entry: detail, actor: 'a', action: 'a', detail });
    if (!(await write('before'))) problems.push(`${name}: nothing was written at first`);
    harm(data);
    for (let time = 0; time < 20; time += 1) if (await write('meanwhile')) taken += 1;
    if (ledger.error === null) problems.push(`${name}: nothing was said`);
    repair?.(data);
    await needs.clock.advance(10_000);
    if (repair && !(await write('after'))) problems.push(`${name}: it did not go on`);
    await ledger.dispose();
    await ledgerStore.dispose();
  }
  return { cases: Object.keys(harms).length, taken, problems };
}
