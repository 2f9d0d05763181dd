// Goal 15, I1, I6: generated config files of clients, added to and undone on disk; another program
// that writes the same file. COUNT is of the files of each format.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { configRounds } from '../test/faults/lib/configs/config-rounds.ts';
import { raceRounds } from '../test/faults/lib/configs/race-rounds.ts';

const usual = 10_000;

/** @param {{ count?: number, report: (result: object) => void }} tools */
export async function run({ count = usual, report }) {
  const seed = Number(process.env['FAULT_SEED'] ?? Date.now() % 1_000_000);
  await races(Math.min(count, 1_000), seed, report);
  /** @type {['jsonc' | 'toml' | 'yaml', number][]} */
  const formats = [
    ['jsonc', count],
    ['toml', count],
    ['yaml', count],
  ];
  for (const [name, files] of formats) {
    const folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'gatehouse-configs-')));
    const began = performance.now();
    try {
      const { problems, ...seen } = await configRounds(name, files, seed, folder);
      report({
        name: `I1 goal 15: ${name} files, added and undone`,
        ok: problems.length === 0 && seen.identical + seen.refused === files,
        seed,
        ...seen,
        seconds: Math.round((performance.now() - began) / 1_000),
        problems: problems.slice(0, 3),
      });
    } finally {
      fs.rmSync(folder, { recursive: true, force: true });
    }
  }
}

/** @param {number} count @param {number} seed @param {(result: object) => void} report */
async function races(count, seed, report) {
  const folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'gatehouse-races-')));
  try {
    const seen = await raceRounds(count, seed, folder);
    report({
      name: 'I6 goal 15: another program writes at the same time',
      ok: seen.theirsLost === 0,
      seed,
      ...seen,
    });
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
  }
}
