// Runs on Electron's Node: writes the ledger of a busy app, always the same one. Several agents at
// once, so that the lines of their entries stand between each other; 2.8 lines and 1.3 KB an entry.
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import { join } from 'node:path';
import { emptyTree, grow, rootOf } from '../../src/shared/ledger/merkle.ts';

const [, , folder, wanted] = process.argv;
const segmentBytes = 16 * 1024 ** 2;
const agentsAtOnce = 6;

let state = 12_345;
const dice = () => {
  state ^= state << 13;
  state ^= state >>> 17;
  state ^= state << 5;
  return (state >>> 0) / 2 ** 32;
};
/** @param {number} below */
const roll = (below) => Math.floor(dice() * below);
/** @template T @param {readonly T[]} values @returns {T} */
const oneOf = (values) => values[roll(values.length)];
/** Far more often the first than the last. @template T @param {readonly T[]} values @returns {T} */
const usually = (values) => values[Math.floor(dice() ** 2.5 * values.length)];
const some = (/** @type {number} */ count, /** @type {() => string} */ make, between = ' ') =>
  Array.from({ length: count }, make).join(between);

/** @param {number} length */
const hex = (length) =>
  some(
    Math.ceil(length / 8),
    () =>
      roll(2 ** 32)
        .toString(16)
        .padStart(8, '0'),
    '',
  ).slice(0, length);
const newId = () => `${hex(8)}-${hex(4)}-4${hex(3)}-8${hex(3)}-${hex(12)}`;

const words =
  'account adapter address alert amount anchor archive array asset author avatar badge batch beacon billing block border bridge broker bucket buffer builder bundle button cache calendar canvas card cart catalog category cell channel chart circle client clock cluster codec column comment commit config console contact context control cookie counter coupon credit customer dashboard database deadline default delta deploy device dialog digest directory document domain download draft driver editor element email engine entity event export factory feature feed field filter finder flag folder footer format frame function gateway graph grid group guard hash header health history hook icon image import inbox input insert invoice issue item job journal kernel label language layer layout ledger level library license limit link list loader lock logger login machine mail margin market matrix member memory menu merge message method metric mirror modal model module monitor mount network node notice number object offer option order output owner package page panel parser patch payload payment peer person pixel plan player plugin point policy pool position preview price print process product profile project prompt proxy query queue range rank reader region registry release render report request reset retry review ring role route runner sample scanner schema screen script scroll search section segment selector server settings shape shard signal slot socket sort source stack stage status storage stream string style switch symbol table tag target task team template terminal theme thread ticket timer title token topic trace tray tree trigger unit update upload value vector version video viewer wallet watch wheel widget window workspace writer zone'.split(
    ' ',
  );
const agents = ['opencode', 'cursor', 'claude-code', 'codex', 'gemini', 'copilot', 'qwen', 'kilo'];
const actions =
  'open_file edit_buffer search_files find_in_project get_errors exec_command git_status git_diff create_file git_commit run_tests goto_definition explore_tree format_code delete_file rename_file get_output request_access git_add send_input'.split(
    ' ',
  );
const folders =
  'src src/main src/main/core src/shared test docs scripts packages/api/src lib'.split(' ');
const endings = ['ts', 'ts', 'tsx', 'py', 'rs', 'md', 'json', 'go'];
const codes =
  'denied-by-person outside-roots too-fast scope-missing ask-timed-out session-expired'.split(' ');
const rules = ['session-grant', 'inside-roots', 'ask-write', 'owner-rule-1', 'owner-rule-2'];

const newFile = () =>
  `/home/ada/work${roll(12)}/${oneOf(folders)}/${oneOf(words)}-${oneOf(words)}.${oneOf(endings)}`;
const files = Array.from({ length: 20_000 }, newFile);
const sentence = (/** @type {number} */ length) => some(length, () => usually(words));
const codeLine = () =>
  `  const ${oneOf(words)}${roll(99)} = ${oneOf(words)}.${oneOf(words)}(${oneOf(words)}, '${oneOf(words)}');`;
const code = (/** @type {number} */ max) => some(1 + roll(max), codeLine, '\n');

/** @type {Readonly<Record<string, (path: string) => object>>} */
const argsOf = {
  edit_buffer: (path) => ({ path, edits: [{ old_text: code(3), new_text: code(5) }] }),
  create_file: (path) => ({ path, content: code(18) }),
  exec_command: (path) => ({
    argv: oneOf([
      ['npm', 'test', path],
      ['git', 'log', '-n', '20'],
      ['rg', oneOf(words), 'src'],
    ]),
    cwd: `/home/ada/work${roll(12)}`,
  }),
  find_in_project: () => ({ text: sentence(2), globs: ['src/**/*.ts'] }),
  search_files: () => ({ glob: `**/${oneOf(words)}*.ts` }),
  git_commit: () => ({ message: sentence(8) }),
  request_access: () => ({
    scopes: ['read:files', 'edit:buffers', 'git:status'],
    roots: [`/home/ada/work${roll(12)}`],
    reason: sentence(15),
  }),
};

/** What is written of one entry, a line at a time. @param {string} session @returns {object[]} */
function newEntry(session) {
  const entry = newId();
  const kind = dice();
  if (kind < 0.03) {
    const action = oneOf(['gatehouse.started', 'session.expired', 'client.added']);
    return [{ phase: 'note', entry, actor: 'gatehouse', action, detail: sentence(6) }];
  }
  const facts = { entry, actor: usually(agents), action: usually(actions) };
  const path = usually(files);
  const args = argsOf[facts.action]?.(path) ?? { path };
  const intent = { phase: 'intent', ...facts, args };
  const bad = { code: oneOf(codes), detail: `The person said no. ${sentence(4)}` };
  const ms = { duration_ms: roll(300) };
  if (kind < 0.15)
    return [intent, { phase: 'outcome', ...facts, result: 'refused', ...ms, ...bad }];
  const decided = { decided_by: dice() < 0.9 ? 'policy' : 'person', rule: oneOf(rules) };
  const failed = dice() < 0.04;
  const end = failed ? { code: 'action-failed', detail: `It failed. ${sentence(7)}` } : {};
  const outcome = { result: failed ? 'failed' : 'done', ...ms, ...end, session_id: session };
  return [
    intent,
    { phase: 'decision', ...facts, result: 'allow', ...decided, session_id: session },
    { phase: 'outcome', ...facts, ...outcome, payload_sha256: hex(64) },
  ];
}

const audit = join(folder, 'audit');
fs.mkdirSync(audit, { recursive: true });
const sha256 = (/** @type {string} */ text) => createHash('sha256').update(text).digest('hex');
/** The hashes of the lines in the segment under way. @type {string[]} */
const leaves = [];
const at = { seq: 0, prev: '0'.repeat(64), ms: Date.UTC(2026, 0, 1, 8), segment: 1, bytes: 0 };
/** @type {string[]} */
let unwritten = [];

function flush() {
  const file = join(audit, `${String(at.segment).padStart(6, '0')}.jsonl`);
  fs.appendFileSync(file, unwritten.join(''));
  unwritten = [];
}

/** @param {object} record */
function write(record) {
  at.seq += 1;
  at.ms += roll(600);
  const stamp = { seq: at.seq, ts: new Date(at.ms).toISOString(), mono_ms: at.ms % 1e9 };
  const body = JSON.stringify({
    ...stamp,
    boot: '3f2a9c1e-7b21',
    user: 'ada',
    ...record,
    prev: at.prev,
  });
  at.prev = sha256(body);
  leaves.push(at.prev);
  const line = `${body.slice(0, -1)},"hash":"${at.prev}"}\n`;
  unwritten.push(line);
  at.bytes += line.length;
  if (unwritten.length === 2_000) flush();
  if (at.bytes < segmentBytes) return;
  flush();
  at.segment += 1;
  at.bytes = 0;
  write(fingerprintOf(leaves.splice(0)));
}

/** How every segment but the first begins, so that the whole can be verified. @param {string[]} lines */
function fingerprintOf(lines) {
  const root = rootOf(grow(emptyTree, lines, sha256), sha256);
  const args = { root, lines: lines.length, open: [] };
  const facts = { entry: newId(), actor: 'gatehouse', action: 'ledger.segment' };
  return { phase: 'note', ...facts, args, detail: 'a new segment' };
}

/** @type {object[][]} */
const open = [];
let session = newId();
for (let begun = 0; begun < Number(wanted); begun += 1) {
  if (begun % 400 === 0) {
    session = newId();
    at.ms += roll(3_600_000);
  }
  open.push(newEntry(session));
  while (open.length >= agentsAtOnce) {
    const one = roll(open.length);
    write(open[one].shift() ?? {});
    if (open[one].length === 0) open.splice(one, 1);
  }
}
for (const lines of open) lines.forEach(write);
flush();
console.log(JSON.stringify({ entries: Number(wanted), lines: at.seq, segments: at.segment }));
