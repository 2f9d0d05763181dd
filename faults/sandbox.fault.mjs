// N7 to N49: attempts to get out of the real sandbox, as an ordinary user, each seen from the host and
// each shown able to fail by a control. COUNT is not used. FAULT_ONLY=WORDS runs the attempts whose
// family or name has these words.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { interruptedBy, passSignalsTo } from '../scripts/lib/processes.mjs';
import { inRepo } from '../scripts/lib/repo.mjs';
import { openForOwner, whyNoSandbox } from '../test/faults/lib/sandbox/environment.ts';

/** Belongs to nobody: the run must not find anything of a real user. */
const ordinaryUser = 61_234;

/** @typedef {import('../test/faults/lib/sandbox/attempt.ts').AttemptRow & { ms: number }} Row */

/** @param {{ report: (result: object | string) => void }} tools */
export async function run({ report }) {
  const why = whyNoSandbox();
  if (why !== null) return report({ name: 'sandbox', ok: true, 'left out': why });
  const isRoot = process.getuid?.() === 0;
  const base = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'gatehouse-escapes-')));
  fs.mkdirSync(path.join(base, 'home'));
  const user = isRoot ? { uid: ordinaryUser, gid: ordinaryUser } : {};
  if (isRoot)
    for (const folder of [base, path.join(base, 'home')])
      fs.chownSync(folder, ordinaryUser, ordinaryUser);
  const began = performance.now();
  /** @type {Row[]} */
  const rows = [];
  try {
    const only = process.env['FAULT_ONLY'] ?? '';
    const script = inRepo('test', 'faults', 'lib', 'sandbox', 'child.ts');
    const child = spawn(process.execPath, [script, base, only], {
      cwd: base,
      env: {
        ...{ PATH: '/usr/local/bin:/usr/bin:/bin', HOME: path.join(base, 'home'), TMPDIR: base },
        ELECTRON_RUN_AS_NODE: '1',
        TOKEN_OF_APP: 'SECRET-of-environment-08ca',
      },
      stdio: ['ignore', 'pipe', 'inherit'],
      // A Ctrl-C of the terminal reaches it once, through us.
      detached: true,
      ...user,
    });
    passSignalsTo(child);
    const ended = once(child, 'exit');
    for await (const line of createInterface({ input: child.stdout })) {
      const row = /** @type {Row} */ (JSON.parse(line));
      rows.push(row);
      report(inWords(row));
    }
    const [code] = await ended;
    if (interruptedBy() !== undefined) return;
    for (const [family, own] of Map.groupBy(rows, (row) => row.family))
      report(familyResult(family, own));
    const seconds = Math.round((performance.now() - began) / 1_000);
    const effects = rows.filter(isBad).length;
    report({
      name: 'attempts to get out of the sandbox',
      ok: code === 0 && rows.length > 0 && rows.every((row) => !isBad(row) && row.isControlGood),
      ...{ attempts: rows.length, 'undocumented effects': effects, user: process.getuid?.() },
      ...{ as: isRoot ? ordinaryUser : process.getuid?.(), seconds },
    });
  } finally {
    openForOwner(base);
    fs.rmSync(base, { recursive: true, force: true, maxRetries: 3 });
  }
}

/** @param {Row} row */
const isBad = ({ seen, documented }) => seen.length > 0 && documented === null;

/** @param {string} family @param {readonly Row[]} rows */
const familyResult = (family, rows) => ({
  name: family,
  ok: rows.every((row) => !isBad(row) && row.isControlGood),
  attempts: rows.length,
  'undocumented effects': rows.filter(isBad).length,
  'documented effects': rows.filter((row) => row.seen.length > 0 && row.documented).length,
  'controls with the effect': rows.filter((row) => row.control.startsWith('effect seen')).length,
});

/** One row of the table. @param {Row} row */
function inWords({ family, name, seen, control, documented, isControlGood, ms }) {
  const host = seen.length === 0 ? 'nothing' : seen.slice(0, 3).join('; ');
  const verdict = seen.length === 0 ? 'held' : documented === null ? 'EFFECT' : 'documented';
  const mark = isControlGood ? '' : 'BAD ';
  return `${verdict} | ${family} | ${name} | host saw: ${host} | ${mark}control: ${control} | ${ms} ms`;
}
