// Goal 13, G5: yes after yes, with a mutator between each and what runs: contents, files, links,
// programs, folders, arguments, tool definitions. Nothing but what was approved may run.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { approvalRounds } from '../test/faults/lib/approval-rounds.ts';

const usual = 10_000;

/** @param {{ count?: number, report: (result: object) => void }} tools */
export async function run({ count = usual, report }) {
  const root = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'gatehouse-approvals-')));
  const began = performance.now();
  try {
    const { problems, ...seen } = await approvalRounds(count, Date.now() % 1_000_000, root);
    report({
      name: 'G5 goal 13: a mutator between approve and run',
      ok: seen.differing === 0 && problems.length === 0 && seen.approvals === count,
      ...seen,
      seconds: Math.round((performance.now() - began) / 1_000),
      problems: problems.slice(0, 3),
    });
  } finally {
    fs.rmSync(root, { recursive: true, force: true });
  }
}
