/**
 * The whole app but for Electron, in a process of its own, with the real clock, the real workbench
 * and a person who gives every access and confirms no call. What must not happen is counted here.
 */
import fs from 'node:fs';
import path from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { openApp } from '../../../../src/main/app.ts';
import { ClientKeys } from '../../../../src/main/platform/keys/client-keys.ts';
import type { Ask, AskAnswer } from '../../../../src/shared/asks/asks.ts';
import { systemClock } from '../../../../src/main/platform/system/clock.ts';
import { PluginKeys } from '../../../../src/main/platform/keys/plugin-keys.ts';
import { ClientId } from '../../../../src/shared/base/ids.ts';
import { fakeShell } from '../../../fakes/fake-shell.ts';
import type { Health, AppFacts } from './app-process.ts';
import { isError } from '../../../../src/shared/actions/outcomes.ts';

const [folder = ''] = process.argv.slice(2);
const dataDir = path.join(folder, 'data');
const project = path.join(folder, 'project');

const unhandled: string[] = [];
const noteUnhandled = (what: unknown): void => {
  unhandled.push(what instanceof Error ? (what.stack ?? what.message) : String(what));
};
process.on('unhandledRejection', noteUnhandled);
process.on('uncaughtException', noteUnhandled);

const limits = {
  ...{ callsPerSecond: 1_000, burst: 1_000, callsAtOnce: 256, sameCallPerMinute: 1_000 },
  ...{ sessions: 64, editBytesPerDay: 1_073_741_824, editBytesPerFile: 1_073_741_824 },
};
fs.mkdirSync(dataDir, { recursive: true, mode: 0o700 });
fs.writeFileSync(
  path.join(dataDir, 'settings.json'),
  JSON.stringify({ approveOverHttp: true, limits }),
  { mode: 0o600 },
);
fs.mkdirSync(path.join(project, 'notes'), { recursive: true });
fs.writeFileSync(path.join(project, 'readme.txt'), 'one line\nanother line\n');
fs.writeFileSync(path.join(project, 'notes', 'a.txt'), 'needle in hay\n');

const clientKeys = new ClientKeys(dataDir, systemClock.now);
const keys: string[] = [];
for (const name of ['legacy', 'modern', 'raw']) {
  const added = await clientKeys.add(ClientId.parse(name));
  if (isError(added)) throw new Error(added.message);
  keys.push(added.key);
}
const pluginKey = await new PluginKeys(dataDir, systemClock.now).add('fuzzer', 'Fuzzer');

const app = await openApp({
  ...{ dataDir, version: '0.0.0-fuzz', clock: systemClock, shell: fakeShell(), port: 0 },
  ...{ managementToken: null, window: 'never' },
});

const { asks } = app.core;
app.core.state.onChanged(() => setImmediate(answerAll));
function answerAll(): void {
  const waiting = asks.list().filter((ask) => ask.waiting > 0);
  const isAccepted = waiting.map((ask) => asks.answer(ask.askId, answerTo(ask)).accepted);
  // A user would click again, too; otherwise an ask that came too early waits for ever.
  if (isAccepted.includes(false)) setTimeout(answerAll, 50);
}

function answerTo(ask: Ask): AskAnswer {
  if (ask.kind === 'confirm') return { kind: 'deny', reason: 'not while fuzzed' };
  const { scopes, roots, requestedSeconds: seconds } = ask;
  return { kind: 'allow', scopes, roots, seconds };
}

const delay = monitorEventLoopDelay({ resolution: 5 });
delay.enable();

/** What a transport or a call did not expect is caught, answered and logged. */
function bugs(): readonly string[] {
  const log = path.join(dataDir, 'gatehouse.log');
  const lines = fs.existsSync(log) ? fs.readFileSync(log, 'utf8').split('\n') : [];
  return lines.filter((line) => /a (request|call) failed|Error:/.test(line));
}

const health = (): Health => ({
  unhandled,
  bugs: bugs(),
  rssMb: process.memoryUsage().rss / 2 ** 20,
  heapMb: process.memoryUsage().heapUsed / 2 ** 20,
  delayP50Ms: delay.percentile(50) / 1e6,
  delayP99Ms: delay.percentile(99) / 1e6,
  delayMaxMs: delay.max / 1e6,
  polluted: Object.keys(Object.prototype).length > 0,
});

process.on('message', (wanted) => {
  if (wanted === 'health') process.send?.({ health: health() });
  if (wanted === 'collect') {
    globalThis.gc?.();
    process.send?.({ health: health() });
  }
  if (wanted === 'end') void end();
});

process.once('disconnect', () => process.exit());

async function end(): Promise<void> {
  await app.dispose();
  process.disconnect();
}

const [legacy = '', modern = '', raw = ''] = keys;
const facts: AppFacts = {
  port: Number(new URL(app.mcpUrl).port),
  project,
  managementTokenFile: path.join(dataDir, 'management.token'),
  keys: { legacy, modern, raw, plugin: pluginKey },
};
process.send?.({ ready: facts });
