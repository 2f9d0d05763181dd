/** A backend that sends whatever it can. The main loop goes on, and what is kept stays small. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { describe, expect, onTestFinished, test } from 'vitest';
import { systemClock as clock } from '../../src/main/platform/system/clock.ts';
import { Bridge } from '../../src/main/integrations/backend/bridge.ts';
import { bytesInAll, Channels } from '../../src/main/integrations/backend/channels.ts';
import { intakeLimits } from '../../src/main/integrations/backend/intake.ts';

async function floodOf(way: string): Promise<string> {
  const script = path.join(import.meta.dirname, 'flooding-backend.mjs');
  const child = spawn('node', [script, way], { stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(async () => {
    const gone = once(child, 'close');
    child.stdout.destroy();
    child.kill('SIGKILL');
    await gone;
  });
  const [port] = (await once(child.stdout, 'data')) as [Buffer];
  return `ws://127.0.0.1:${port.toString().trim()}/`;
}

const rss = (): number =>
  Number(/VmRSS:\s+(\d+)/.exec(fs.readFileSync('/proc/self/status', 'utf8'))?.[1] ?? 0) / 1024;

describe.runIf(process.platform === 'linux')('N5 a backend that floods', () => {
  test.for([
    'many small messages',
    'many large messages',
    'messages larger than allowed',
    'long lists',
    'long lists of objects',
    'deep nesting',
    'no messages at all',
    'pings',
  ])('with %s is disconnected, and the main loop goes on', { timeout: 30_000 }, async (way) => {
    const url = await floodOf(way);
    const bridge = new Bridge({ clock, onError: () => undefined });
    onTestFinished(() => bridge.dispose());
    const channels = new Channels(clock.now);
    const received = bridge.onMessage(({ message, bytes }) => void channels.put(message, bytes));
    const errors = new Set<string | null>();
    const changed = bridge.onChanged(() => {
      const { state, error } = bridge.status;
      if (state === 'waiting') errors.add(error);
    });
    onTestFinished(async () => {
      await received.dispose();
      await changed.dispose();
    });
    const before = rss();
    const delay = monitorEventLoopDelay({ resolution: 10 });
    delay.enable();
    bridge.use({ url, token: null, reconnectSeconds: 1, maxReconnectSeconds: 2 });
    await new Promise((resolve) => setTimeout(resolve, 5_000));
    delay.disable();
    expect(errors.size).toBeGreaterThan(0);
    for (const error of errors) expect(error).toMatch(/too (m|long)|exceeded|1009/i);
    const grown = rss() - before;
    // The single longest turn is the machine's as much as ours; before, one alone took seconds.
    expect(delay.percentile(97) / 1e6).toBeLessThan(100);
    expect(delay.max / 1e6).toBeLessThan(1_500);
    expect(grown).toBeLessThan(300);
  });

  test('of all channels together only so much is kept', () => {
    const channels = new Channels(() => 0);
    for (let n = 0; n < 300; n += 1) channels.put({ type: 't', channel: `c${n}` }, 1_000_000);
    expect(channels.size).toBe(Math.floor(bytesInAll / 1_000_000));
    expect(intakeLimits.bytes).toBeLessThanOrEqual(bytesInAll);
  });
});
