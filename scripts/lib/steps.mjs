// The steps of `npm test` and `npm run check`. Each prints its name and duration; the last line
// counts passed and failed tests.
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { build } from './build.mjs';
import { secondsSince } from './command.mjs';
import { interruptedBy, run } from './processes.mjs';
import { inRepo, readJson } from './repo.mjs';

/** @typedef {import('./setup.mjs').Environment} Environment */
/** @typedef {{ passed: number, failed: number, skipped: number }} Totals */
/** @typedef {Environment & { output?: 'inherit' | 'capture' }} StepEnvironment */
/** @typedef {{ code: number, output: string }} StepResult `output` is empty unless captured */
/** @typedef {{ name: string, run(environment: StepEnvironment, args: string[]): Promise<StepResult>,
 *   totals?(): Totals | undefined }} Step */

const reports = {
  unit: inRepo('.cache/reports/vitest.json'),
  native: inRepo('.cache/reports/vitest-native-files.json'),
  e2e: inRepo('.cache/reports/playwright.json'),
};

/** @param {string} script a program inside node_modules @param {string[]} args @param {StepEnvironment} environment */
const tool = (script, args, { env, output = 'inherit' }) =>
  run(process.execPath, [inRepo('node_modules', script), ...args], { env, output });

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

/**
 * @param {string} name @param {string[]} projects
 * @param {{ incremental?: boolean }} [how] incremental: files are checked again only if they, or what they
 *   import, have changed since the last run
 * @returns {Step}
 */
const typesOf = (name, projects, { incremental = false } = {}) => ({
  name,
  async run(environment) {
    let output = '';
    for (const project of projects) {
      const state = inRepo('.cache/types', project.replace(/json$/, 'tsbuildinfo'));
      const args = incremental ? ['--incremental', '--tsBuildInfoFile', state] : [];
      const all = ['-p', project, '--noEmit', ...args];
      const checked = await tool('typescript/bin/tsc', all, environment);
      output += checked.output;
      if (checked.code !== 0) return { code: checked.code, output };
    }
    return { code: 0, output };
  },
});

/** Against both Electrons: the one we ship, and the oldest one that is supported. */
export const types = typesOf('types', [
  'tsconfig.json',
  'tsconfig.electron42.json',
  'tsconfig.scripts.json',
  'tsconfig.tools.json',
]);

/** Only against the Electron we ship. */
export const quickTypes = typesOf('types', ['tsconfig.json', 'tsconfig.scripts.json'], {
  incremental: true,
});

/**
 * Runs Vitest on Electron's own Node, the one that ships, and from the sources: no build.
 * @param {StepEnvironment} environment @param {string[]} args
 */
function vitest({ electron, env, output = 'inherit' }, args, report = reports.unit) {
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const all = [inRepo('node_modules/vitest/vitest.mjs'), 'run', ...reporters, ...args];
  /** @type {NodeJS.ProcessEnv} */
  const asNode = { ...env, ELECTRON_RUN_AS_NODE: '1' };
  if (output === 'capture' || !process.stdout.isTTY) asNode.NO_COLOR ??= '1';
  return run(electron.executable, all, { env: asNode, output });
}

const unitTotals = (report = reports.unit) => {
  if (!existsSync(report)) return undefined;
  const { numPassedTests, numFailedTests, numPendingTests, numTodoTests } = readJson(report);
  return {
    passed: numPassedTests,
    failed: numFailedTests,
    skipped: numPendingTests + numTodoTests,
  };
};

/** @type {Step} */
export const unit = {
  name: 'unit, boundary and flow tests',
  run: (environment, args) => vitest(environment, args),
  totals: () => unitTotals(),
};

/** @type {Step} The actions and path races once more, with the file operations of macOS. */
export const nativeFiles = {
  name: "workbench tests with macOS's file operations",
  run: ({ env, ...environment }, args) =>
    vitest(
      { ...environment, env: { ...env, GATEHOUSE_TEST_NATIVE_FILES: '1' } },
      args.length > 0 ? args : ['test/workbench', 'test/flows/workbench-actions'],
      reports.native,
    ),
  totals: () => unitTotals(reports.native),
};

/**
 * @type {Step} The pure tests. They share workers, which takes a third of the time; `npm test` runs
 * each file in its own process.
 */
export const pureTests = {
  name: 'pure tests',
  run: (environment) =>
    vitest(environment, [
      '--no-isolate',
      ...['**/*.boundary.test.ts', '**/*.flow.test.ts', 'test/{faults,e2e,world}/**'].map(
        (glob) => `--exclude=${glob}`,
      ),
    ]),
  totals: () => unitTotals(),
};

/**
 * One folder for everything that the tests and the app put into the temporary directory, so that a run
 * leaves nothing there and two users' runs cannot meet. Other users may pass through it: one test starts
 * the app under another user id.
 */
function temporaryFolder() {
  const folder = mkdtempSync(path.join(tmpdir(), 'gatehouse-tests-'));
  chmodSync(folder, 0o711);
  return folder;
}

/** @type {Step} */
export const e2e = {
  name: 'end-to-end tests',
  async run(environment, args) {
    await build();
    const temporary = temporaryFolder();
    const env = {
      ...environment.env,
      GATEHOUSE_E2E_REPORT: reports.e2e,
      PWTEST_CACHE_DIR: inRepo('.cache/playwright-transform'),
      ...{ TMPDIR: temporary, TMP: temporary, TEMP: temporary },
    };
    try {
      return await tool('playwright/cli.js', ['test', ...args], { ...environment, env });
    } finally {
      rmSync(temporary, { recursive: true, force: true, maxRetries: 5 });
    }
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
 * Runs the steps one after another until one fails, and prints the closing line.
 * @param {Step[]} steps
 * @param {Environment} environment
 * @param {string[]} [args] for the tools that run tests
 * @returns {Promise<number>} the exit code
 */
export async function runSteps(steps, environment, args = []) {
  prepareReports();
  /** @type {Ended[]} */
  const ended = [];
  for (const step of steps) {
    console.log(`\n── ${step.name}`);
    const end = await runStep(step, environment, args);
    ended.push(end);
    if (end.code !== 0) break;
  }
  return conclude(ended);
}

/**
 * Runs all steps at the same time. Prints a step's output when it fails.
 * @param {Step[]} steps
 * @param {Environment} environment
 * @returns {Promise<number>} the exit code
 */
export async function runTogether(steps, environment) {
  prepareReports();
  /** @type {StepEnvironment} */
  const captured = { ...environment, output: 'capture' };
  return conclude(await Promise.all(steps.map((step) => runStep(step, captured, []))));
}

/** @typedef {{ code: number, totals: Totals }} Ended */

/** @param {Step} step @param {StepEnvironment} environment @param {string[]} args @returns {Promise<Ended>} */
async function runStep(step, environment, args) {
  const started = performance.now();
  const result = await step.run(environment, args);
  const code = interruptedBy() ?? result.code;
  if (code !== 0 && environment.output === 'capture') console.log(result.output);
  console.log(`${code === 0 ? '✓' : '✗'} ${step.name}, ${secondsSince(started)}`);
  const totals = step.totals?.() ?? { passed: 0, failed: 0, skipped: 0 };
  // A step that fails without a failing test (formatting, a crash) must not read as "0 failed".
  if (code !== 0) totals.failed = Math.max(totals.failed, 1);
  return { code, totals };
}

function prepareReports() {
  for (const report of Object.values(reports)) rmSync(report, { force: true });
  mkdirSync(path.dirname(reports.unit), { recursive: true });
}

/** @param {Ended[]} ended @returns {number} the exit code */
function conclude(ended) {
  /** @param {keyof Totals} name */
  const sum = (name) => ended.reduce((all, { totals }) => all + totals[name], 0);
  if (sum('skipped') > 0) console.log(`\n${sum('skipped')} skipped`);
  console.log(`\n${sum('passed')} passed, ${sum('failed')} failed`);
  return ended.find(({ code }) => code !== 0)?.code ?? 0;
}
