import { expect, test } from 'vitest';
import type { AskId } from '../../src/shared/base/ids.ts';
import {
  agent,
  coreWith,
  never,
  nextAsk,
  pathsWith,
  readAccess,
  recordingExecutor,
  rootAt,
} from './core-fixture.ts';

const asked = { ...readAccess, roots: ['/w/app', '/w/lib'] };
const yes = { kind: 'allow', scopes: ['read:files'], seconds: 300 } as const;

test('a yes may be for a folder that the user picked inside, and reaches no further', async () => {
  const { core, clock } = await coreWith();
  recordingExecutor(core);
  const request = core.requests.open(asked, agent);
  const { askId } = await nextAsk(core, clock);
  const picked = { kind: 'picked', path: '/w/app/src' };
  expect(await core.pickFolder(askId, '/w/app', '/w/app/src')).toEqual(picked);
  expect(await core.pickFolder(askId, '/w/app', '/w/app/src')).toEqual(picked);
  expect((await nextAsk(core, clock)).picked).toEqual([rootAt('/w/app/src')]);
  expect(core.asks.answer(askId, { ...yes, roots: ['/w/app/src'] })).toEqual({ accepted: true });
  expect(await request.outcome).toMatchObject({
    kind: 'done',
    data: { session: { roots: [{ path: '/w/app/src' }] } },
  });
  const read = (path: string) =>
    core.gate.pass({ action: 'open_file', args: { path } }, agent, never);
  expect(await read('/w/app/src/a.ts')).toMatchObject({ kind: 'done' });
  expect(await read('/w/app/a.ts')).toMatchObject({ code: 'outside-roots' });
});

test.each([
  ['beside what was asked for', '/w/other', 'not inside'],
  ['above it', '/w', 'not inside'],
  ['inside another one that was asked for', '/w/lib/x', 'not inside /w/app.'],
  ['a link that leads out of it', '/w/app/out', 'not inside'],
  ['our own data', '/w/app/own/keys', 'never available'],
])('cannot be picked: a folder %s', async (_what, folder, why) => {
  const paths = pathsWith({ '/w/app/out': '/etc' });
  const { core, clock } = await coreWith({ paths, ownPaths: ['/w/app/own'] });
  core.requests.open(asked, agent);
  const { askId } = await nextAsk(core, clock);
  const refusal = { kind: 'refused', why: expect.stringContaining(why) };
  expect(await core.pickFolder(askId, '/w/app', folder)).toEqual(refusal);
  expect(core.asks.answer(askId, { ...yes, roots: [folder] })).toMatchObject({ accepted: false });
});

test('a late yes for a picked folder counts when the same is asked again', async () => {
  const { core, clock } = await coreWith();
  const first = core.requests.open(asked, agent);
  const { askId } = await nextAsk(core, clock);
  core.asks.park(askId);
  expect(await first.outcome).toMatchObject({ code: 'ask-parked' });
  await core.pickFolder(askId, '/w/lib', '/w/lib/x');
  expect(core.asks.answer(askId, { ...yes, roots: ['/w/lib/x'] })).toEqual({ accepted: true });
  const again = await core.requests.open(asked, agent).outcome;
  expect(again).toMatchObject({
    kind: 'done',
    data: { session: { roots: [{ path: '/w/lib/x' }] } },
  });
});

test('what is no longer waiting takes no folder', async () => {
  const { core } = await coreWith();
  const unknown = '00000000-0000-4000-8000-00000000dead' as AskId;
  const gone = await core.pickFolder(unknown, '/w/app', '/w/app/src');
  expect(gone).toEqual({ kind: 'refused', why: 'This question is no longer waiting.' });
});

test('only a folder that was asked for can be narrowed', async () => {
  const { core, clock } = await coreWith();
  core.requests.open(asked, agent);
  const { askId } = await nextAsk(core, clock);
  const refusal = { kind: 'refused', why: 'That folder is not inside /w.' };
  expect(await core.pickFolder(askId, '/w', '/w/app/src')).toEqual(refusal);
});
