// The cost of classifying a command: lines of a coding session are parsed and classified after the
// grammar was loaded. Also how many of them, and of known misuse, are classified correctly.
import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { median, round, spread } from './lib/figures.mjs';

const self = fileURLToPath(import.meta.url);
const repo = path.resolve(import.meta.dirname, '..');
const rounds = 9;

/** @param {{ electron: string, env: NodeJS.ProcessEnv, report: (figure: object) => void }} tools */
export async function run({ electron, env, report }) {
  // Electron's own Node, which is the one that runs it and which reads TypeScript.
  const output = execFileSync(electron, [self, 'measure'], {
    env: { ...env, ELECTRON_RUN_AS_NODE: '1' },
    encoding: 'utf8',
  });
  const { times, loadMs, known, lines, misuses, silent } = JSON.parse(output);
  const middle = median(times);
  report({
    name: 'parse and classify a line',
    ratio: round(middle),
    target: 1,
    ok: middle <= 1,
    spread: spread(times),
    ours: `${round(middle)} ms`,
    theirs: `1 ms (the target); grammar loaded in ${round(loadMs)} ms`,
  });
  report({
    name: 'lines of a session not classified',
    ratio: round(1 - known / lines),
    target: 0.2,
    ok: known / lines >= 0.8,
    spread: [0, 0],
    ours: `${known} of ${lines} classified`,
    theirs: '80 % (the target)',
  });
  report({
    name: 'known misuses that pass as reading',
    ratio: silent,
    target: 0,
    ok: silent === 0,
    spread: [0, 0],
    ours: `${silent} of ${misuses}`,
    theirs: '0 (the target)',
  });
}

async function measure() {
  const from = (/** @type {string} */ file) => import(path.join(repo, 'test/core/commands', file));
  const { look } = await from('look.ts');
  const { sessionLines } = await from('cases/session.ts');
  const texts = await Promise.all(
    ['a-f', 'g-o', 'p-z'].map((part) => from(`cases/gtfobins-${part}.ts`)),
  );
  const misuses = texts
    .flatMap((module) => Object.values(module))
    .flatMap((/** @type {string} */ text) => text.trim().split('\n'))
    .map((row) => row.split(' ').slice(2).join(' '));
  const started = performance.now();
  await look('ls');
  const loadMs = performance.now() - started;
  const times = [];
  for (let nth = 0; nth < rounds; nth += 1) {
    for (const line of sessionLines) {
      const before = performance.now();
      await look(line);
      if (nth > 0) times.push(performance.now() - before);
    }
  }
  const count = async (
    /** @type {readonly string[]} */ lines,
    /** @type {(found: { effects: string[], quiet: boolean }) => boolean} */ counts,
  ) => {
    let sum = 0;
    for (const line of lines) if (counts(await look(line))) sum += 1;
    return sum;
  };
  const known = await count(sessionLines, (found) => !found.effects.includes('unknown'));
  const silent = await count(misuses, (found) => found.quiet);
  const figures = { times, loadMs, known, lines: sessionLines.length };
  process.stdout.write(JSON.stringify({ ...figures, misuses: misuses.length, silent }));
}

if (process.argv[2] === 'measure') await measure();
