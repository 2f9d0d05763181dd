import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import type { DemoView } from '../../src/shared/integrations/demo.ts';
import { allowAll, eventually, TestApp } from '../fakes/test-app.ts';

const demoOf = (app: TestApp): DemoView => app.app.core.state.snapshot().demo;

const keysOf = (app: TestApp): string =>
  fs.readFileSync(path.join(app.dataDir, 'client-keys.json'), 'utf8');

test('the demo agent asks, reads, is refused outside, deletes, asks about .envrc, and leaves nothing', async () => {
  const app = await TestApp.open();
  expect(await app.forWindows.demo.start()).toBe(true);
  expect(await app.forWindows.demo.start()).toBe(false);
  const access = await app.answerNext(allowAll);
  const [folder = ''] = access.roots;
  expect(fs.readdirSync(folder)).toEqual(['notes.txt', 'old-report.txt']);

  const second = await app.nextQuestion();
  expect(second).toMatchObject({ kind: 'confirm', action: 'create_file' });
  app.app.core.asks.answer(second.askId, { kind: 'once' });
  const { steps } = await eventually(() => demoOf(app).phase === 'ended' && demoOf(app));
  expect(steps.map(({ became }) => became)).toEqual([
    expect.stringContaining('You said yes'),
    'It could, because you allowed it.',
    expect.stringContaining('Refused without asking you.'),
    expect.stringContaining('You were not asked'),
    'You allowed it, and the file is there.',
  ]);
  expect(fs.readdirSync(folder)).toEqual(['.envrc', 'notes.txt']);
  const refusal = (await app.ledger()).find((line) => line.code === 'outside-roots');
  expect(refusal).toMatchObject({ actor: 'gatehouse-demo', action: 'open_file' });

  await app.forWindows.demo.remove();
  expect(fs.existsSync(folder)).toBe(false);
  expect(keysOf(app)).not.toContain('gatehouse-demo');
  expect(app.app.core.sessions.list().every((session) => session.ended)).toBe(true);
  expect(demoOf(app)).toEqual({ phase: 'off', steps: [] });
});

test('a no ends the demo, and it can be started again', async () => {
  const app = await TestApp.open();
  await app.forWindows.demo.start();
  await app.answerNext(() => ({ kind: 'deny', reason: '' }));
  const { steps } = await eventually(() => demoOf(app).phase === 'ended' && demoOf(app));
  expect(steps).toHaveLength(1);
  expect(steps[0]?.became).toContain('It got nothing, so it stops.');
  expect(await app.forWindows.demo.start()).toBe(true);
  await app.nextAsk();
  await app.forWindows.demo.remove();
  expect(app.app.core.asks.list()).toEqual([]);
});
