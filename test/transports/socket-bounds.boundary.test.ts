import { expect, onTestFinished, test } from 'vitest';
import { done } from '../../src/shared/actions/outcomes.ts';
import { settingsWith } from '../core/core-fixture.ts';
import { appWithSession, open } from './session-app.ts';

const roomy = settingsWith({
  ...{ callsPerSecond: 1000, burst: 1000, callsAtOnce: 256, sameCallPerMinute: 1000 },
});

test('J8 large answers wait for a reader who takes a break, and no more is taken in meanwhile', async () => {
  const { core, connect } = await appWithSession({ settings: roomy });
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
  expect(ids.toSorted((item, other) => item - other)).toEqual(all);
}, 30_000);
