import { describe, expect, test } from 'vitest';
import { done, type Outcome } from '../../src/shared/actions/outcomes.ts';
import type { HeldBackText, RunRecord } from '../../src/shared/sandbox/run-record.ts';
import {
  boldAccess,
  agent,
  answerNext,
  coreWith,
  granted,
  never,
  nextConfirm,
  recordingExecutor,
  ledgerLines,
} from './core-fixture.ts';

const file = '/w/app/.vscode/tasks.json';
const run: RunRecord = {
  folders: [{ root: '/w/app', before: 'c1', after: 'c2' }],
  files: { created: 1, changed: 0, deleted: 0 },
  ...{ not_covered: [], held_back_more: 0, unsearched: false },
  held_back: [
    { path: file, trash_id: 't1', change: 'created', effect: 'The editor runs it.', sha256: null },
  ],
};

async function appWithHeldBack(shown: Partial<HeldBackText> = {}) {
  const app = await coreWith();
  const { core, clock, ledgerStore } = app;
  const answer: Outcome = {
    ...done({ exit_code: 0 }),
    ...{ run, texts: [{ trash_id: 't1', text: '{ "tasks": [] }\n', ...shown }] },
  };
  recordingExecutor(core, { actions: ['exec_command'], answer });
  await granted(core, clock, { args: boldAccess });
  const back: string[] = [];
  core.heldBack.carriedOutBy(async (trashId) => {
    back.push(trashId);
    return done({ path: file }, [{ path: file, before: null, after: 'a'.repeat(64) }]);
  });
  const calling = core.gate.pass(
    { action: 'exec_command', args: { argv: ['npm', 'run', 'setup'] } },
    agent,
    never,
  );
  await answerNext(core, clock, { kind: 'once' });
  expect(await calling).toMatchObject({ kind: 'done' });
  ledgerStore.writes.length = 0;
  return { ...app, back };
}

describe('N49 a file that was held back is put to the user', () => {
  test('with its text and what it would do; the call does not wait for the answer', async () => {
    const { core, clock } = await appWithHeldBack();
    const ask = await nextConfirm(core, clock);
    expect(ask.heldBack).toMatchObject({
      ...{ path: file, within: '/w/app', change: 'created', effect: 'The editor runs it.' },
      ...{ trashId: 't1', command: ['npm', 'run', 'setup'] },
    });
    expect(ask.exact).toContain('tasks');
    expect(ask).toMatchObject({ forSession: null, ruleDraft: null });
    expect(ask.because).toEqual(['The editor runs it.']);
  });

  test.each([
    [{ more: 12_345 }, 'Not shown here: its last 12,345 characters.'],
    [{ text: null }, 'Its content can’t be shown here.'],
  ])('and says what of it is not shown: %o', async (shown, words) => {
    const { core, clock } = await appWithHeldBack(shown);
    const ask = await nextConfirm(core, clock);
    expect(ask.because).toEqual(['The editor runs it.', words]);
  });

  test('keep puts it back, as a recorded decision of the user', async () => {
    const { core, clock, ledgerStore, back } = await appWithHeldBack();
    await answerNext(core, clock, { kind: 'once' });
    await expect
      .poll(() => ledgerLines(ledgerStore).slice(-2))
      .toEqual(['decision held_back_file allow', 'outcome held_back_file done']);
    expect(back).toEqual(['t1']);
  });

  test.each([
    ['left in the trash', { kind: 'deny', reason: '' } as const],
    ['sent back with words', { kind: 'change', text: 'no' } as const],
  ])('%s, it stays there', async (_name, answer) => {
    const { core, clock, ledgerStore, back } = await appWithHeldBack();
    await answerNext(core, clock, answer);
    await expect
      .poll(() => ledgerLines(ledgerStore).at(-1))
      .toMatch(/^outcome held_back_file refused/);
    expect(back).toEqual([]);
  });

  test('without an answer it stays in the trash; a late yes puts it back', async () => {
    const { core, clock, back } = await appWithHeldBack();
    const ask = await nextConfirm(core, clock);
    core.asks.park(ask.askId);
    await clock.advance(0);
    expect(back).toEqual([]);
    core.asks.answer(ask.askId, { kind: 'once' });
    await expect.poll(() => back).toEqual(['t1']);
  });
});

describe('N49 a terminal that was open when its session ended', () => {
  test('has an entry of its own, and its held-back files are put to the user', async () => {
    const { core, clock, ledgerStore } = await coreWith();
    const sessionId = await granted(core, clock, { args: boldAccess });
    core.sessions.end(sessionId, 'person');
    await core.lateRuns.record({
      ...{ sessionId, ofEntry: 'e1', run, changes: [] },
      texts: [{ trash_id: 't1', text: '{}' }],
    });
    const own = ledgerLines(ledgerStore).filter((line) => line.includes('run_ended'));
    expect(own).toEqual(['intent run_ended', 'decision run_ended allow', 'outcome run_ended done']);
    const ask = await nextConfirm(core, clock);
    expect(ask.heldBack).toMatchObject({ path: file, trashId: 't1', command: [] });
  });

  test('leaves no entry where it changed nothing', async () => {
    const { core, clock, ledgerStore } = await coreWith();
    const sessionId = await granted(core, clock, { args: boldAccess });
    ledgerStore.writes.length = 0;
    const nothing = { ...run, held_back: [], files: { created: 0, changed: 0, deleted: 0 } };
    await core.lateRuns.record({
      ...{ sessionId, ofEntry: 'e1', run: nothing, changes: [], texts: [] },
    });
    expect(ledgerLines(ledgerStore)).toEqual([]);
  });
});
