/** Hostile input never makes an adapter throw, and never becomes a request that it does not contain. */
import { expect, it } from 'vitest';
import { adapterFor, adapters } from '../../../src/main/integrations/native/adapters/adapters.ts';
import { nativeClients, type NativeEvent } from '../../../src/shared/native/native-call.ts';
import { captured } from './captured.ts';

const events = [undefined, '', 'before', 'after', 'init', 'preToolUse', 'postToolUseFailure', 'x'];

/** A small generator with a seed, so that a failure can be repeated. */
function generator(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

const scalars: readonly unknown[] = [
  ...[null, true, 0, -1, 1e308, Number.NaN, '', 'x', '\0', '\uD800', '*** Begin Patch', '../..'],
  ...['x'.repeat(100_000), [], {}, { length: 5 }, [[]], { toString: 5 }, 'PreToolUse', 'mcp__'],
];

function pick<T>(random: () => number, list: readonly T[]): T {
  const found = list[Math.floor(random() * list.length)];
  if (found === undefined && !list.includes(found as T)) throw new Error('nothing to pick');
  return found as T;
}

/** A copy in which some values are replaced, dropped or doubled. */
function damaged(value: unknown, random: () => number): unknown {
  if (random() < 0.08) return pick(random, scalars);
  if (Array.isArray(value)) return value.map((item) => damaged(item, random));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(() => random() > 0.05)
      .map(([key, item]) => [random() < 0.05 ? '__proto__' : key, damaged(item, random)]),
  );
}

/** What a verdict of yes must never do: release an event that is no question about a known call. */
function checkEvent(event: NativeEvent, input: unknown): void {
  if (event.kind === 'ignored') return;
  if (event.kind === 'unreadable') {
    expect(event.message.length).toBeLessThan(1_000);
    return;
  }
  expect(event.conversation).not.toBe('');
  expect(event.cwd).not.toBe('');
  if (!('request' in event)) return;
  const sent = JSON.stringify(input);
  const contains = (text: string) => sent.includes(JSON.stringify(text).slice(1, -1));
  const { request } = event;
  if (request.kind === 'command') expect(contains(request.line)).toBe(true);
  if (request.kind === 'fetch') expect(contains(request.url)).toBe(true);
  if (request.kind === 'edit') {
    expect(request.files.length).toBeGreaterThan(0);
    for (const file of request.files) {
      expect(file.path).not.toBe('');
    }
  }
}

it.each(nativeClients)('%s survives damaged input of every program', (client) => {
  const random = generator(20);
  for (let round = 0; round < 40; round += 1) {
    for (const { input } of captured) {
      const broken = damaged(input, random);
      for (const name of events) {
        const adapter = adapterFor(client, broken);
        const event = adapter.read(broken, name);
        checkEvent(event, broken);
        for (const verdict of [
          { kind: 'allow' },
          { kind: 'pass' },
          { kind: 'deny', message: 'no' },
        ] as const) {
          const { exitCode, stdout } = adapter.answer(event, verdict);
          expect([0, 2]).toContain(exitCode);
          if (stdout !== '') JSON.parse(stdout);
          if (event.kind === 'unreadable') expect(exitCode).toBe(2);
          // A no is never a silent success.
          if (verdict.kind === 'deny' && (event.kind === 'before' || event.kind === 'permission'))
            expect(exitCode === 2 || stdout.includes('deny')).toBe(true);
        }
      }
    }
  }
});

it.each(nativeClients)('%s survives values that no program sends', (client) => {
  const thrower = new Proxy(
    {},
    {
      get: () => {
        throw new Error('hostile');
      },
    },
  );
  for (const value of [...scalars, undefined, thrower, { hook_event_name: thrower }, () => 1]) {
    for (const name of events) {
      const event = adapters[client].read(value, name);
      expect(['unreadable', 'ignored']).toContain(event.kind);
    }
  }
});
