// The steps of `npm test` and `npm run check`. Each one ends with its name and its time; the last
// line tells how many tests passed and failed.
import { existsSync, mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { build } from './build.mjs';
import { secondsSince } from './command.mjs';
import { interruptedBy, run } from './processes.mjs';
import { inRepo, readJson } from './repo.mjs';

/** @typedef {import('./setup.mjs').Environment} Environment */
/** @typedef {{ passed: number, failed: number, skipped: number }} Totals */
/** @typedef {{ name: string, run(environment: Environment, args: string[]): Promise<number>,
 *   totals?(): Totals | undefined }} Step */

const reports = {
  unit: inRepo('.cache/reports/vitest.json'),
  e2e: inRepo('.cache/reports/playwright.json'),
};

/** @param {string} script a program inside node_modules @param {string[]} args @param {Environment} environment */
const tool = async (script, args, environment) =>
  (await run(process.execPath, [inRepo('node_modules', script), ...args], { env: environment.env }))
    .code;

/** @type {Step} */
export const format = {
  name: 'format',
  run: (environment) => tool('oxfmt/bin/oxfmt', ['--check'], environment),
};

/** @type {Step} */
export const lint = {
  name: 'lint',
  run: (environment) => tool('oxlint/bin/oxlint', ['--type-aware', '--deny-warnings'], environment),
};

/** @type {Step} Against both Electrons: the one we ship, and the one tests may have to run on. */
export const types = {
  name: 'types',
  async run(environment) {
    const projects = ['tsconfig.json', 'tsconfig.electron42.json', 'tsconfig.scripts.json'];
    const check = (/** @type {string} */ project) =>
      tool('typescript/bin/tsc', ['-p', project, '--noEmit'], environment);
    for (const project of projects) {
      const code = await check(project);
      if (code !== 0) return code;
    }
    return 0;
  },
};

/** @type {Step} On Electron's own Node, the one that ships, and from the sources: no build. */
export const unit = {
  name: 'unit, boundary and flow tests',
  async run({ electron, env }, args) {
    const reporters = [
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${reports.unit}`,
    ];
    const all = [inRepo('node_modules/vitest/vitest.mjs'), 'run', ...reporters, ...args];
    /** @type {NodeJS.ProcessEnv} */
    const asNode = { ...env, ELECTRON_RUN_AS_NODE: '1' };
    if (!process.stdout.isTTY) asNode.NO_COLOR ??= '1';
    return (await run(electron.executable, all, { env: asNode })).code;
  },
  totals() {
    if (!existsSync(reports.unit)) return undefined;
    const { numPassedTests, numFailedTests, numPendingTests, numTodoTests } = readJson(
      reports.unit,
    );
    return {
      passed: numPassedTests,
      failed: numFailedTests,
      skipped: numPendingTests + numTodoTests,
    };
  },
};

/** @type {Step} */
export const e2e = {
  name: 'end-to-end tests',
  async run(environment, args) {
    await build();
    const env = { ...environment.env, GATEHOUSE_E2E_REPORT: reports.e2e };
    return tool('playwright/cli.js', ['test', ...args], { ...environment, env });
  },
  totals() {
    if (!existsSync(reports.e2e)) return undefined;
    const { stats } = readJson(reports.e2e);
    return {
      passed: stats.expected,
      // A test that passes only on retry counts as failed.
      failed: stats.unexpected + stats.flaky,
      skipped: stats.skipped,
    };
  },
};

/**
 * Runs the steps until one fails, and prints the closing line.
 * @param {Step[]} steps
 * @param {Environment} environment
 * @param {string[]} [args] for the tools that run tests
 * @returns {Promise<number>} the exit code
 */
export async function runSteps(steps, environment, args = []) {
  const sum = { passed: 0, failed: 0, skipped: 0 };
  let exitCode = 0;
  for (const report of Object.values(reports)) rmSync(report, { force: true });
  mkdirSync(path.dirname(reports.unit), { recursive: true });
  for (const step of steps) {
    const started = performance.now();
    console.log(`\n── ${step.name}`);
    const code = await step.run(environment, args);
    exitCode = interruptedBy() ?? code;
    console.log(`${exitCode === 0 ? '✓' : '✗'} ${step.name}, ${secondsSince(started)}`);
    const totals = step.totals?.() ?? { passed: 0, failed: 0, skipped: 0 };
    // A step that fails without a failing test (a format, a crash) must not read as "0 failed".
    if (exitCode !== 0) totals.failed = Math.max(totals.failed, 1);
    sum.passed += totals.passed;
    sum.failed += totals.failed;
    sum.skipped += totals.skipped;
    if (exitCode !== 0) break;
  }
  if (sum.skipped > 0) console.log(`\n${sum.skipped} skipped`);
  console.log(`\n${sum.passed} passed, ${sum.failed} failed`);
  return exitCode;
}
