// Work in workspaces and calls that make and delete them, in any order and at the same time. No piece
// of work may be gone afterwards.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { workspaceRounds } from '../test/faults/lib/workspace-rounds.ts';

const usual = 3_000;

/** @param {{ count?: number, report: (result: object) => void }} tools */
export async function run({ count = usual, report }) {
  const root = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'gatehouse-workspaces-')));
  const began = performance.now();
  try {
    const { lost, ...seen } = await workspaceRounds(count, Date.now() % 1_000_000, root);
    report({
      name: 'work lost with a workspace, by any order of calls',
      ok: lost.length === 0 && seen.sequences === count,
      ...seen,
      lost: lost.slice(0, 3),
      seconds: Math.round((performance.now() - began) / 1_000),
    });
  } finally {
    fs.rmSync(root, { recursive: true, force: true, maxRetries: 3 });
  }
}
