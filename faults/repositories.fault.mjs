// F9, F11, F14: hostile repositories, made of settings × places × actions by chance, worked with by an
// agent and as projects. No program may run, nothing from outside may be shown or changed, and every
// call must be on record. FAULT_SEED repeats a run.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { repositoryRounds } from '../test/faults/lib/repositories/rounds.ts';

const usual = 10_000;

/** @param {{ count?: number, report: (result: object | string) => void }} tools */
export async function run({ count = usual, report }) {
  const seed = Number(process.env['FAULT_SEED'] ?? Date.now() % 1_000_000);
  const root = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'gatehouse-repositories-')));
  const began = performance.now();
  try {
    const { problems, ...seen } = await repositoryRounds(count, seed, root, 3, (now) =>
      report(`${now.repositories} of ${count}, ${now.problems.length} problems`),
    );
    report({
      name: 'hostile repositories',
      ok:
        problems.length === 0 &&
        seen.programsRun + seen.bytesFromOutside + seen.changedOutside + seen.unrecorded === 0 &&
        seen.repositories === count,
      seed,
      ...seen,
      seconds: Math.round((performance.now() - began) / 1_000),
      problems: problems.slice(0, 5),
    });
  } finally {
    fs.rmSync(root, { recursive: true, force: true, maxRetries: 3 });
  }
}
