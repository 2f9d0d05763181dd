// The app compared with a bare Electron with one hidden window, in the same rounds: time until it
// listens, memory and processor time when idle; and how fast an ask is on screen.
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { familyCpu, familyMemory, startElectron } from './lib/electron-process.mjs';
import { median, ratioFigure, round, spread } from './lib/figures.mjs';
import { paintedAsks } from './lib/painted-asks.mjs';

const repo = path.resolve(import.meta.dirname, '..');
const apps = { ours: repo, theirs: path.join(repo, 'bench/bare-electron') };
const rounds = 7;
const quietPeriodMs = 4_000;
const idleMs = 4_000;

/** @param {{ electron: string, env: NodeJS.ProcessEnv, report: (figure: object) => void }} tools */
export async function run({ electron, env, report }) {
  const seen = { start: pair(), memory: pair(), cpu: pair() };
  await oneRound({ electron, env }, { start: pair(), memory: pair(), cpu: pair() });
  for (let n = 0; n < rounds; n += 1) await oneRound({ electron, env }, seen);

  report(
    ratioFigure({ name: 'start to a listening door', target: 1.5, unit: 'ms', ...seen.start }),
  );
  report(
    ratioFigure({ name: 'memory with windows hidden', target: 1.25, unit: 'MB', ...seen.memory }),
  );
  const cpu = median(seen.cpu.ours.map((value, index) => value - seen.cpu.theirs[index]));
  report({
    name: 'processor time at rest, beyond bare Electron',
    ratio: round(Math.max(0, cpu) / idleMs),
    target: 0.01,
    ok: cpu / idleMs <= 0.01,
    spread: spread(seen.cpu.ours),
    ours: `${round(median(seen.cpu.ours))} ms in ${idleMs / 1000} s`,
    theirs: `${round(median(seen.cpu.theirs))} ms in ${idleMs / 1000} s`,
  });

  const painted = (await paintedAsks({ electron, env, rounds: 22 })).slice(2);
  const targetMs = 100;
  report({
    name: 'call to painted ask',
    ratio: round(median(painted) / targetMs),
    target: 1,
    ok: median(painted) <= targetMs,
    spread: spread(painted.map((ms) => ms / targetMs)),
    ours: `${round(median(painted))} ms`,
    theirs: `${targetMs} ms (the target)`,
  });
}

/** @returns {{ ours: number[], theirs: number[] }} */
const pair = () => ({ ours: [], theirs: [] });

/** @param {{ electron: string, env: NodeJS.ProcessEnv }} tools
 * @param {Record<'start' | 'memory' | 'cpu', ReturnType<typeof pair>>} seen */
async function oneRound(tools, seen) {
  for (const who of /** @type {const} */ (['ours', 'theirs'])) {
    const app = await startElectron({ ...tools, app: apps[who] });
    seen.start[who].push(app.startMs);
    await sleep(quietPeriodMs);
    const before = familyCpu(app.pid);
    await sleep(idleMs);
    seen.cpu[who].push(familyCpu(app.pid) - before);
    seen.memory[who].push(familyMemory(app.pid));
    await app.stop();
  }
}
