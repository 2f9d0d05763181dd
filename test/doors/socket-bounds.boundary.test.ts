import { expect, onTestFinished, test } from 'vitest';
import { done } from '../../src/shared/outcomes.ts';
import { settingsWith } from '../core/core-fixture.ts';
import { hello, PluginSocket } from './house.ts';
import { houseWithSession, open, until } from './session-house.ts';

const roomy = settingsWith({
  ...{ callsPerSecond: 1000, burst: 1000, callsAtOnce: 256, sameCallPerMinute: 1000 },
});

test('J8 large answers wait for a reader who takes a break, and no more is taken in meanwhile', async () => {
  const { core, connect } = await houseWithSession({ settings: roomy });
  let ran = 0;
  const registered = core.executors.register({
    name: 'large',
    actions: new Set(['open_file']),
    run: async () => {
      ran += 1;
      return done({ content: 'x'.repeat(1024 ** 2) });
    },
  });
  onTestFinished(() => registered.dispose());
  const socket = await connect();
  socket.socket.pause();
  for (let n = 0; n < 16; n += 1) socket.send(open(n, `/w/app/${n}`));
  await new Promise((resolve) => setTimeout(resolve, 200));
  const underWay = ran;
  for (let n = 16; n < 48; n += 1) socket.send(open(n, `/w/app/${n}`));
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect(underWay).toBeLessThanOrEqual(16);
  expect(ran).toBe(underWay);
  socket.socket.resume();
  const ids: number[] = [];
  for (let n = 0; n < 48; n += 1) ids.push(Number((await socket.next())['id']));
  const all = Array.from({ length: 48 }, (_one, n) => n);
  expect(ids.toSorted((one, other) => one - other)).toEqual(all);
}, 30_000);

/** The same numbers every time, so that what failed once fails again. */
function numbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state % below;
  };
}

const pieces = [
  ...['{', '}', '[', ']', '"', ':', ',', '\\', '\\u0000', '\\ud800', '1e400', '-0', 'null'],
  ...['"type"', '"cmd"', '"id"', '"action"', '"args"', '"__proto__"', '"constructor"', '"path"'],
  ...['"open_file"', '"file_operation"', '"operation"', '"../../etc/passwd"', '9007199254740993'],
];

function mutated(text: string, random: (below: number) => number): string {
  let result = text;
  for (let times = 1 + random(4); times > 0; times -= 1) {
    const at = random(result.length + 1);
    const piece = pieces[random(pieces.length)] ?? '';
    const cut = random(3) === 0 ? random(12) : 0;
    result = result.slice(0, at) + piece + result.slice(at + cut);
  }
  return result;
}

test('J10 whatever is sent on a session socket is answered in the agreed shape', async () => {
  const plenty = 1_000_000;
  const settings = { ...roomy, limits: { ...roomy.limits, callsPerSecond: plenty, burst: plenty } };
  const { core, connect, troubles } = await houseWithSession({ settings });
  const registered = core.executors.register({
    name: 'echo',
    actions: new Set(['open_file']),
    run: async () => done({ content: 'x' }),
  });
  onTestFinished(() => registered.dispose());
  const socket = await connect();
  const random = numbers(7);
  const category = { operation: 'open_file', path: '/w/app/a.ts' };
  const seeds = [
    JSON.stringify(open('an-id')),
    JSON.stringify({ type: 'cmd', id: 7, action: 'file_operation', args: category }),
  ];
  for (let n = 0; n < 10_000; n += 1) {
    socket.send(mutated(seeds[n % 2] ?? '', random));
    const { type, id, status, data } = await socket.next();
    expect([type, ['ok', 'error'].includes(String(status))]).toEqual(['result', true]);
    expect(id === null || typeof id === 'string' || typeof id === 'number').toBe(true);
    if (status === 'error') {
      expect(Object.keys(data as object).toSorted()).toEqual(['code', 'hint', 'message', 'retry']);
    }
  }
  expect(Object.keys(Object.prototype)).toEqual([]);
  expect(troubles).toEqual([]);
}, 120_000);

test('J10 whatever a plugin sends, it is understood or cut off, and the house goes on', async () => {
  const { core, port, clock } = await houseWithSession();
  const random = numbers(11);
  const event = { name: 'file_created', path: '/w/app/a' };
  const seeds = [
    JSON.stringify(hello),
    JSON.stringify({ type: 'result', id: 'x', status: 'ok', data: {} }),
    JSON.stringify({ type: 'event', event: 'file_system', data: event }),
  ];
  const codes = new Set<number>();
  for (let round = 0; round < 300; round += 1) {
    const plugin = new PluginSocket(port);
    await plugin.opened();
    if (round % 3 !== 0) plugin.send(hello);
    for (let n = 0; n < 10; n += 1) plugin.send(mutated(seeds[round % 3] ?? '', random));
    plugin.socket.close(1000);
    codes.add((await plugin.closed).code);
    if (round % 10 === 0) await clock.advance(1_000);
  }
  expect([...codes].every((code) => [1000, 1005, 1008].includes(code))).toBe(true);
  await until(() => core.executors.editors().length === 0);
  expect(Object.keys(Object.prototype)).toEqual([]);
}, 120_000);
