// The next conformance suite of MCP against our endpoint code with the fixtures it expects. What
// 2025-11-25 requires must pass; what 2026-07-28 requires is measured.
import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';

const suite = '@modelcontextprotocol/conformance';
export const needs = { [suite]: '0.2.0-alpha.12' };

/** @param {{ home: string, electron: string, repo: string, env: NodeJS.ProcessEnv,
 *   binDir(name: string): string, log(...words: unknown[]): void }} ctx */
export async function run(ctx) {
  const env = { ...ctx.env, ELECTRON_RUN_AS_NODE: '1' };
  const fixture = path.join(ctx.repo, 'test/conformance/conformance-server.ts');
  const server = spawn(ctx.electron, [fixture], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  try {
    const lines = createInterface(server.stdout)[Symbol.asyncIterator]();
    const { url } = JSON.parse((await lines.next()).value ?? '{}');
    const script = path.join(ctx.binDir(suite), '..', suite, 'dist/index.js');
    const score = (/** @type {string} */ revision) => required(ctx, { env, script, url, revision });
    const first = await score('2025-11-25');
    ctx.log(`2025-11-25: ${first.passed} passed, ${first.failed} failed`);
    assert.equal(first.failed, 0, first.output);
    assert.ok(first.passed >= 78, first.output);
    const second = await score('2026-07-28');
    ctx.log(`2026-07-28: ${second.passed} passed, ${second.failed} failed`);
    assert.ok(second.passed >= 128, second.output);
    const { tasks, untried, ours } = sorted(failuresIn(path.join(ctx.home, '2026-07-28')));
    ctx.log(`of these ${tasks.length} of the tasks extension, ${untried.length} without a fixture`);
    assert.deepEqual(ours, [], 'what our endpoint does is not as the revision wants it');
  } finally {
    server.kill();
    await once(server, 'exit');
  }
}

/** @typedef {{ scenario: string, id: string, why: string }} Failure */

/** @param {string} folder @returns {Failure[]} */
function failuresIn(folder) {
  return fs.readdirSync(folder).flatMap((scenario) => {
    /** @type {{ id: string, status: string, errorMessage?: string }[]} */
    const checks = JSON.parse(fs.readFileSync(path.join(folder, scenario, 'checks.json'), 'utf8'));
    return checks
      .filter(({ status }) => status === 'FAILURE')
      .map(({ id, errorMessage = '' }) => ({ scenario, id, why: errorMessage }));
  });
}

/** Of features that we do not have there is nothing to try: tasks, and asking the client back. */
const noFixture =
  /^JSON-RPC error: There is no (tool|prompt) test_|^Not testable: server |InputRequiredResult/;

/** @param {Failure[]} failures */
function sorted(failures) {
  const tasks = failures.filter(({ scenario }) => scenario.startsWith('server-tasks-'));
  const rest = failures.filter((failure) => !tasks.includes(failure));
  const untried = rest.filter(({ why }) => noFixture.test(why));
  return { tasks, untried, ours: rest.filter((failure) => !untried.includes(failure)) };
}

/** The suite takes Electron for a packaged app unless it is told otherwise.
 * @param {{ home: string, electron: string }} ctx
 * @param {{ env: NodeJS.ProcessEnv, script: string, url: string, revision: string }} facts
 * @returns {Promise<{ passed: number, failed: number, output: string }>} */
function required(ctx, { env, script, url, revision }) {
  const out = path.join(ctx.home, revision);
  const asNode = ['--import', 'data:text/javascript,process.defaultApp=true'];
  const args = [...asNode, script, 'server', '--url', url, '--requirements', revision, '-o', out];
  return new Promise((resolve) => {
    execFile(ctx.electron, args, { env, maxBuffer: 64 * 1_048_576 }, (_error, stdout, stderr) => {
      const output = `${stdout}\n${stderr}`;
      const [, passed = '0', failed = '-1'] =
        /Total: (\d+) passed, (\d+) failed/.exec(output) ?? [];
      resolve({ passed: Number(passed), failed: Number(failed), output });
    });
  });
}
