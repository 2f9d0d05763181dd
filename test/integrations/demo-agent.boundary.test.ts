import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import type { DemoView } from '../../src/shared/demo.ts';
import { allowAll, eventually, TestHouse } from '../fakes/house.ts';

const demoOf = (house: TestHouse): DemoView => house.app.core.state.snapshot().demo;

const keysOf = (house: TestHouse): string =>
  fs.readFileSync(path.join(house.dataDir, 'client-keys.json'), 'utf8');

test('the demo agent asks, reads, is refused outside, asks to delete, and leaves nothing', async () => {
  const house = await TestHouse.open();
  expect(await house.forWindows.demo.start()).toBe(true);
  expect(await house.forWindows.demo.start()).toBe(false);
  const access = await house.answerNext(allowAll);
  const [folder = ''] = access.roots;
  expect(fs.readdirSync(folder)).toEqual(['notes.txt', 'old-report.txt']);

  const second = await house.nextQuestion();
  expect(second).toMatchObject({ kind: 'confirm', action: 'delete_file' });
  house.app.core.asks.answer(second.askId, { kind: 'once' });
  const { steps } = await eventually(() => demoOf(house).phase === 'ended' && demoOf(house));
  expect(steps.map(({ became }) => became)).toEqual([
    expect.stringContaining('You said yes'),
    'It could, because you allowed it.',
    expect.stringContaining('Refused without asking you.'),
    'You allowed it, and the file is gone.',
  ]);
  expect(fs.readdirSync(folder)).toEqual(['notes.txt']);
  const refusal = (await house.ledger()).find((line) => line.code === 'outside-roots');
  expect(refusal).toMatchObject({ actor: 'gatehouse-demo', action: 'open_file' });

  await house.forWindows.demo.remove();
  expect(fs.existsSync(folder)).toBe(false);
  expect(keysOf(house)).not.toContain('gatehouse-demo');
  expect(house.app.core.sessions.list().every((session) => session.ended)).toBe(true);
  expect(demoOf(house)).toEqual({ phase: 'off', steps: [] });
});

test('a no ends the demo, and it can be started again', async () => {
  const house = await TestHouse.open();
  await house.forWindows.demo.start();
  await house.answerNext(() => ({ kind: 'deny', reason: '' }));
  const { steps } = await eventually(() => demoOf(house).phase === 'ended' && demoOf(house));
  expect(steps).toHaveLength(1);
  expect(steps[0]?.became).toContain('It got nothing, so it stops.');
  expect(await house.forWindows.demo.start()).toBe(true);
  await house.nextAsk();
  await house.forWindows.demo.remove();
  expect(house.app.core.asks.list()).toEqual([]);
});
