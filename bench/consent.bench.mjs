// How often an agent's ordinary task asks the user, what such an ask looks like, and what was silent and why.
// --no-sandbox: only without the sandbox. --sandbox: only with it. --hostile: an agent that tries to get out.
import fs from 'node:fs';
import http from 'node:http';
import os from 'node:os';
import path from 'node:path';
import { openConsent } from './lib/consent-app.mjs';
import { hostileRun } from './lib/consent-hostile.mjs';
import { makeProject } from './lib/consent-project.mjs';
import { accessCall, taskCalls } from './lib/consent-task.mjs';

const targets = { sandbox: [5, 2], none: [12, 3] };
const mostWords = 60;
const screenHeight = 768;

/** @param {{ electron: string, env: NodeJS.ProcessEnv, report: (figure: object) => void }} tools */
export async function run(tools) {
  const words = process.argv;
  const both = !words.includes('--no-sandbox') && !words.includes('--sandbox');
  const modes = [
    ...(both || words.includes('--sandbox') ? [true] : []),
    ...(both || words.includes('--no-sandbox') ? [false] : []),
  ];
  for (const hasSandbox of modes)
    await (words.includes('--hostile') ? hostileRun : taskRun)({ ...tools, hasSandbox });
}

/** @param {{ electron: string, env: NodeJS.ProcessEnv, hasSandbox: boolean, report: (figure: object) => void }} what */
async function taskRun({ electron, env, hasSandbox, report }) {
  const server = http.createServer((_, response) => response.end('ok'));
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(null)));
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  const folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'gatehouse-consent-')));
  const root = path.join(folder, 'harbour');
  const app = await openConsent({ electron, env, hasSandbox });
  const agent = await app.newAgent('bench');
  const mode = hasSandbox ? 'with the sandbox' : 'without a sandbox';
  try {
    for (const session of [0, 1]) {
      makeProject(root);
      const from = app.person.seen.length;
      const began = app.ledger().length;
      const calls = [accessCall(root), ...taskCalls(root, port)];
      const failures = [];
      for (const call of calls) {
        const { isError, data } = await agent.call(call);
        if (isError) failures.push(`${call.kind}: ${data['code']} ${data['reason']}`);
      }
      await agent.call({ kind: 'end', name: 'end_session', args: {} });
      const asks = app.person.seen.slice(from);
      const target = targets[hasSandbox ? 'sandbox' : 'none'][session] ?? 0;
      const name = `${session === 0 ? 'first' : 'second'} session ${mode}`;
      print(name, calls.length, asks, app.ledger().slice(began), failures);
      report({
        name: `asks, ${name}`,
        ours: `${asks.length} of ${calls.length} calls`,
        ...{ target, ok: asks.length <= target },
      });
    }
    const { seen } = app.person;
    const average = seen.reduce((sum, ask) => sum + ask.words, 0) / Math.max(1, seen.length);
    report({
      name: `words of an ask, ${mode}`,
      ours: `${average.toFixed(0)} (${Math.max(...seen.map((ask) => ask.words))} at most)`,
      ...{ target: mostWords, ok: average <= mostWords },
    });
    const long = seen.filter(({ height, scrolls }) => height > screenHeight || scrolls.length > 0);
    report({
      name: `asks that scroll at 1366 × 768, ${mode}`,
      ours: `${long.length} of ${seen.length}`,
      ...{ target: 0, ok: long.length === 0 },
    });
  } finally {
    await agent.close();
    await app.close();
    server.close();
    fs.rmSync(folder, { recursive: true, force: true });
  }
}

/** @param {string} name @param {number} calls @param {import('./lib/consent-person.mjs').SeenAsk[]} asks
 * @param {Record<string, any>[]} ledger @param {string[]} failures */
function print(name, calls, asks, ledger, failures) {
  if (process.argv.includes('--json')) return;
  console.log(`\n── ${name}: ${calls} calls, ${asks.length} asks`);
  for (const { kind, words, height, scrolls, headline } of asks)
    console.log(
      `  asked    ${kind.padEnd(24)} ${String(words).padStart(4)} words ${String(height).padStart(4)} px` +
        `${scrolls.length > 0 ? ` scrolls (${scrolls.join(', ')})` : ''}  ${headline}`,
    );
  const silent = new Map();
  for (const { phase, decided_by, result, args, rule, action } of ledger) {
    if (phase !== 'decision' || decided_by !== 'policy' || result !== 'allow') continue;
    const why =
      args?.explain ||
      (String(rule).startsWith('scope') ? 'The session has the scope.' : `rule ${rule}`);
    const actions = silent.get(why) ?? new Map();
    silent.set(why, actions.set(action, (actions.get(action) ?? 0) + 1));
  }
  for (const [why, actions] of silent) {
    const each = [...actions].map(([action, count]) => `${count} ${action}`).join(', ');
    console.log(`  silent   ${why} (${each})`);
  }
  for (const failure of failures) console.log(`  failed   ${failure}`);
}
