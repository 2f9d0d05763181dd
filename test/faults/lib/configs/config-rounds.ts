/** Generated config files: our entry is added on disk and undone; the bytes must be the same as before. */
import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { catalogue } from '../../../../src/main/integrations/clients/catalogue/catalogue.ts';
import type { ClientSpec } from '../../../../src/main/integrations/clients/catalogue/client-spec.ts';
import type { ConfigFormat } from '../../../../src/main/integrations/clients/edit/format.ts';
import type { Json } from '../../../../src/main/integrations/clients/edit/json-value.ts';
import {
  applyEdits,
  undoEdits,
  type ConfigEdit,
} from '../../../../src/main/integrations/clients/edit/config-edits.ts';
import { entryEdit } from '../../../../src/main/integrations/clients/entry-edit.ts';
import { ChangeJournal } from '../../../../src/main/integrations/clients/files/change-journal.ts';
import {
  planUndo,
  planEdits,
  type Planned,
} from '../../../../src/main/integrations/clients/files/change-plan.ts';
import { ConfigChanges } from '../../../../src/main/integrations/clients/files/config-changes.ts';
import { readConfigFile } from '../../../../src/main/integrations/clients/files/config-snapshot.ts';
import { chanceOf, type Chance } from '../chance.ts';
import { jsoncText } from './jsonc-texts.ts';
import { tomlText } from './toml-texts.ts';
import { yamlText } from './yaml-texts.ts';

export interface ConfigReport {
  files: number;
  /** Added and undone on disk, the same bytes afterwards. */
  identical: number;
  /** Left alone with a reason, the bytes untouched. */
  refused: number;
  /** Undone after somebody else had added a key: to the byte, or else the same values. */
  editedToTheByte: number;
  editedSameValues: number;
  problems: string[];
}

/** Files that are ours alone are not edited. */
type Name = Exclude<ConfigFormat['name'], 'whole'>;

const clientsOf: Readonly<Record<Name, readonly ClientSpec[]>> = {
  jsonc: Object.values(catalogue).filter(({ format }) => format.name === 'jsonc'),
  toml: [catalogue.codex],
  yaml: [catalogue.goose, catalogue.continue],
};

/** Several at once: each waits for the disk most of the time. */
export async function configRounds(
  name: Name,
  count: number,
  seed: number,
  folder: string,
): Promise<ConfigReport> {
  const lanes = Array.from({ length: 5 }, (_, lane) => {
    const own = path.join(folder, String(lane));
    fs.mkdirSync(own);
    const share = Math.floor(count / 5) + (lane < count % 5 ? 1 : 0);
    return oneLane(name, share, seed * 5 + lane, own);
  });
  const reports = await Promise.all(lanes);
  const sum = (key: 'files' | 'identical' | 'refused' | 'editedToTheByte' | 'editedSameValues') =>
    reports.reduce((total, report) => total + report[key], 0);
  return {
    files: sum('files'),
    identical: sum('identical'),
    refused: sum('refused'),
    editedToTheByte: sum('editedToTheByte'),
    editedSameValues: sum('editedSameValues'),
    problems: reports.flatMap(({ problems }) => problems),
  };
}

async function oneLane(
  name: Name,
  count: number,
  seed: number,
  folder: string,
): Promise<ConfigReport> {
  const chance = chanceOf(seed);
  const report: ConfigReport = {
    files: 0,
    identical: 0,
    refused: 0,
    editedToTheByte: 0,
    editedSameValues: 0,
    problems: [],
  };
  const journal = new ChangeJournal(path.join(folder, 'data'));
  await journal.load(Date.now);
  const changes = new ConfigChanges({ journal, now: Date.now, newId: randomUUID });
  const file = path.join(folder, 'config');
  for (let round = 0; round < count; round += 1) {
    const spec = chance.pick(clientsOf[name]);
    const before = bytesFor(chance, name);
    fs.writeFileSync(file, before);
    report.files += 1;
    const planned = planEdits(spec.format, file, before, editsFor(chance, spec));
    const error =
      'why' in planned
        ? refusedRound(spec.format, before, planned.why, report)
        : await oneRound({ changes, file, before, planned, spec, chance, report });
    if (error)
      report.problems.push(
        `${name} seed ${seed} round ${round}: ${error}\n${JSON.stringify(before.toString('utf8'))}`,
      );
    if (!fs.readFileSync(file).equals(before))
      report.problems.push(`round ${round}: not the same bytes`);
    if (report.problems.length > 20) break;
  }
  return report;
}

interface Round {
  readonly changes: ConfigChanges;
  readonly file: string;
  readonly before: Buffer;
  readonly planned: Planned;
  readonly spec: ClientSpec;
  readonly chance: Chance;
  readonly report: ConfigReport;
}

async function oneRound({
  changes,
  file,
  before,
  planned,
  spec,
  report,
}: Round): Promise<string | null> {
  const current = await readConfigFile(file);
  if ('why' in current) return current.why;
  const record = await changes.write({
    ...{
      client: spec.id,
      purpose: 'connect',
      way: 'command',
      scope: 'user',
      key: null,
      replaces: null,
    },
    ...{
      current,
      base: before,
      after: planned.after,
      fulfilled: planned.fulfilled,
      mode: current.mode,
    },
  });
  if ('why' in record) return record.why;
  const now = await readConfigFile(file);
  if ('why' in now || !now.bytes?.equals(planned.after))
    return 'what was shown is not what was written';
  const plain = valueIn(spec.format, before);
  const structural = undoEdits(spec.format, textIn(planned.after), planned.fulfilled);
  if ('error' in structural) {
    if (spec.format.name === 'jsonc') return `without the backup: ${structural.error.why}`;
  } else if (!isDeepStrictEqual(emptied(valueIn(spec.format, structural.text)), emptied(plain)))
    return 'without the backup: other values';
  const elsewhere = editedElsewhere(spec.format, before, planned, report);
  if (elsewhere) return elsewhere;
  const undone = planUndo(spec.format, now, {
    before,
    after: planned.after,
    fulfilled: planned.fulfilled,
  });
  if ('why' in undone) return undone.why;
  const problem = await changes.undo(record, now, undone.after);
  if (problem) return problem.why;
  report.identical += 1;
  return null;
}

/** Somebody else adds a key before and after us; taking ours out must leave theirs. */
function editedElsewhere(
  format: ConfigFormat,
  before: Buffer,
  planned: Planned,
  report: ConfigReport,
): string | null {
  const theirs: ConfigEdit = { kind: 'set', path: ['theirs'], value: 'here' };
  const [without, withOurs] = [before, planned.after].map((bytes) =>
    applyEdits(format, textIn(bytes), [theirs]),
  );
  if (!without || !withOurs || 'error' in without || 'error' in withOurs) return null;
  const mark = before.toString('utf8').startsWith('\uFEFF') ? '\uFEFF' : '';
  const current = { file: 'x', target: 'x', bytes: Buffer.from(mark + withOurs.text), mode: 0o600 };
  const undone = planUndo(format, current, {
    before,
    after: planned.after,
    fulfilled: planned.fulfilled,
  });
  if ('why' in undone) return `edited elsewhere: ${undone.why}`;
  if (undone.after?.equals(Buffer.from(mark + without.text))) report.editedToTheByte += 1;
  else if (
    undone.after &&
    isDeepStrictEqual(
      emptied(valueIn(format, undone.after)),
      emptied(valueIn(format, without.text)),
    )
  )
    report.editedSameValues += 1;
  else return 'edited elsewhere: other values';
  return null;
}

function refusedRound(
  format: ConfigFormat,
  before: Buffer,
  why: string,
  report: ConfigReport,
): string | null {
  report.refused += 1;
  const isWritable = /in a way|not what it would/.test(why);
  return isWritable || 'error' in format.parse(textIn(before))
    ? null
    : `refused without a reason: ${why}`;
}

function bytesFor(chance: Chance, name: Name): Buffer {
  const text = {
    jsonc: () => jsoncText(chance),
    toml: () => tomlText(chance),
    yaml: () => yamlText(chance, ['extensions', 'mcpServers']),
  }[name]();
  return Buffer.from((chance.often(0.1) ? '\uFEFF' : '') + text);
}

function editsFor(chance: Chance, spec: ClientSpec): readonly ConfigEdit[] {
  const command = {
    program: chance.pick(['/opt/gatehouse', '/Applications/My App/g']),
    args: ['stdio', '--client', spec.id],
    env: chance.often(0.5) ? { A: 'b' } : {},
  };
  const entry =
    spec.http && chance.often(0.4)
      ? spec.http({ url: 'http://127.0.0.1:7717/mcp', authorization: 'Bearer x' })
      : spec.stdio(command);
  const native =
    spec.native.format === spec.format && chance.often(0.3) ? (spec.native.deny?.({}) ?? []) : [];
  return [entryEdit(spec, entry), ...native];
}

const textIn = (bytes: Buffer): string => bytes.toString('utf8').replace(/^\uFEFF/, '');

function valueIn(format: ConfigFormat, content: Buffer | string): Json {
  const read = format.parse(typeof content === 'string' ? content : textIn(content));
  return 'value' in read ? read.value : `unreadable: ${read.error.why}`;
}

/** Nothing and an empty map are the same to whoever reads a config file. */
const emptied = (value: Json): Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date)
    ? Object.fromEntries(
        Object.entries(value).filter(
          ([, inner]) => inner !== null && !isDeepStrictEqual(inner, {}),
        ),
      )
    : value;
