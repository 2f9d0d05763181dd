/** What the person does between the decision about a call and its beginning still counts. */
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import type { Executor, ResolvedCall } from '../../src/main/core/core.ts';
import { isError, done, refused, type Outcome } from '../../src/shared/actions/outcomes.ts';
import type { Plan } from '../../src/shared/actions/plan.ts';
import {
  agent,
  answerNext,
  coreWith,
  granted,
  never,
  nextAsk,
  nextQuestion,
  pathsWith,
  readAccess,
  recordingExecutor,
} from './core-fixture.ts';
import { ruleWith } from './rule-fixture.ts';

const access = {
  scopes: ['read:files', 'edit:buffers', 'format:code', 'search:project', 'explore:project'],
  roots: ['/w/app', '/w/lib'],
  reason: 'to work',
} as const;

const actions = ['edit_buffer', 'format_code', 'find_in_project', 'get_workspace_info'];

/** A core with an editor that waits: `go` lets the oldest call that runs, or is planned, go on. */
async function app() {
  const opened = await coreWith();
  const { core, clock } = opened;
  const ran: ResolvedCall[] = [];
  const waiting: (() => void)[] = [];
  const kept = () => new Promise<void>((resolve) => waiting.push(resolve));
  const executor: Executor = {
    name: 'slow',
    actions: new Set(actions),
    previews: new Set(['format_code']),
    async run(call): Promise<Outcome> {
      ran.push(call);
      await kept();
      return done({});
    },
    async preview(): Promise<Plan> {
      await kept();
      return { truncated: false };
    },
  };
  const registered = core.executors.register(executor);
  onTestFinished(() => registered.dispose());
  const sessionId = await granted(core, clock, { args: access });
  const call = (action: string, args: object) => core.gate.pass({ action, args }, agent, never);
  const go = async () => {
    await clock.advance(0);
    waiting.shift()?.();
    await clock.advance(0);
  };
  return { ...opened, ran, sessionId, call, go };
}

const edit = { path: '/w/app/a.ts', content: 'x', base_version: '1' };
const askBefore = (action: string) => ruleWith({ effect: 'ask', actions: [action] });

describe('while a call waits for a file that another one changes', () => {
  const changes = [
    ['the session is put on hold', 'session-paused'],
    ['the folder is taken away', 'scope-missing'],
    ['a rule forbids it', 'denied-by-rule'],
    ['a rule wants to be asked', 'stale'],
  ] as const;

  test.each(changes)('L5 %s: it does not begin', async (what, code) => {
    const { core, ran, sessionId, call, go, clock } = await app();
    const first = call('edit_buffer', edit);
    const second = call('edit_buffer', { ...edit, content: 'y' });
    await vi.waitFor(() => expect(ran).toHaveLength(1));
    await clock.advance(0);
    if (code === 'session-paused') await core.sessions.pause(sessionId);
    if (code === 'scope-missing') await core.sessions.narrow(sessionId, { roots: ['/w/lib'] });
    if (code === 'denied-by-rule')
      await core.rules.add(ruleWith({ effect: 'deny', within: '/w/app' }));
    if (code === 'stale') await core.rules.add(askBefore('edit_buffer'));
    await go();
    expect([what, (await first).kind]).toEqual([what, 'done']);
    expect(await second).toMatchObject({ kind: 'refused', code });
    expect(ran).toHaveLength(1);
  });
});

test('L5 a rule that asks, made during planning, applies', async () => {
  const { core, clock, ran, call, go } = await app();
  const formatting = call('format_code', { path: '/w/app/a.ts' });
  await clock.advance(0);
  await core.rules.add(askBefore('format_code'));
  await go();
  expect(await nextQuestion(core, clock)).toMatchObject({ kind: 'confirm', action: 'format_code' });
  await answerNext(core, clock, { kind: 'deny', reason: '' });
  expect(await formatting).toMatchObject({ code: 'denied-by-person' });
  expect(ran).toEqual([]);
});

test('L5 a folder that a rule closes while the user is asked is not walked through', async () => {
  const { core, clock, ran, call } = await app();
  await core.rules.add(askBefore('find_in_project'));
  const finding = call('find_in_project', { root: '/w/app', text: 'x' });
  await nextQuestion(core, clock);
  await core.rules.add(ruleWith({ effect: 'deny', within: '/w/app/diary' }));
  await answerNext(core, clock, { kind: 'once' });
  expect(await finding).toMatchObject({ kind: 'refused', code: 'stale' });
  expect(ran).toEqual([]);
});

test('L5 who names no folder is not told of one that was taken away while the user was asked', async () => {
  const { core, clock, ran, sessionId, call } = await app();
  await core.rules.add(askBefore('get_workspace_info'));
  const looking = call('get_workspace_info', {});
  await nextQuestion(core, clock);
  await core.sessions.narrow(sessionId, { roots: ['/w/lib'] });
  await answerNext(core, clock, { kind: 'once' });
  expect(await looking).toMatchObject({ kind: 'refused', code: 'scope-missing' });
  expect(ran).toEqual([]);
});

describe('D3 a granted folder that was replaced', () => {
  async function replaced() {
    const paths = pathsWith();
    let inode = 'old';
    const opened = await coreWith({
      paths: {
        ...paths,
        pin: async (folder) => {
          const root = await paths.pin(folder);
          return isError(root) ? root : { ...root, inode: `${inode} ${root.inode}` };
        },
        resolve: (wanted, roots, use) => {
          const place = paths.resolve(wanted, roots, use);
          if (isError(place) || place.root.inode.startsWith(inode)) return place;
          return refused('root-changed');
        },
      },
    });
    const sessionId = await granted(opened.core, opened.clock);
    inode = 'new';
    return { ...opened, sessionId };
  }

  test('can be asked for as it is now, and is not taken for held', async () => {
    const { core, clock } = await replaced();
    const ran = recordingExecutor(core);
    const open = () =>
      core.gate.pass({ action: 'open_file', args: { path: '/w/app/a.ts' } }, agent, never);
    expect(await open()).toMatchObject({ code: 'root-changed' });
    const request = core.requests.open(readAccess, agent);
    expect(await nextAsk(core, clock)).toMatchObject({ roots: ['/w/app'] });
    await answerNext(core, clock, {
      ...{ kind: 'allow', scopes: ['read:files'], roots: ['/w/app'], seconds: 900 },
    });
    expect(await request.outcome).toMatchObject({ kind: 'done' });
    expect(await open()).toMatchObject({ kind: 'done' });
    expect(ran).toHaveLength(1);
  });

  test('ends its session: the entry, the notice and the next refusal say why', async () => {
    const { core, ledgerStore, sessionId } = await replaced();
    recordingExecutor(core);
    const open = () =>
      core.gate.pass({ action: 'open_file', args: { path: '/w/app/a.ts' } }, agent, never);
    expect(await open()).toMatchObject({ code: 'root-changed' });
    expect(core.sessions.get(sessionId)?.ended?.by).toBe('root-gone');
    expect(await open()).toMatchObject({
      code: 'root-changed',
      message: expect.stringContaining('Its session has ended.') as string,
    });
    const end = ledgerStore.records.find(({ action }) => action === 'session.expired');
    expect(end?.detail).toMatch(/^ended by root-gone after 0 calls: \/w\/app is gone or was/);
    const { notices } = core.state.snapshot();
    expect(notices.map(({ text }) => text).join()).toContain('Its folder /w/app is gone');
  });

  test('ends its session within seconds, though no call comes', async () => {
    const { core, clock, sessionId } = await replaced();
    await clock.advance(10_000);
    expect(core.sessions.get(sessionId)?.ended?.by).toBe('root-gone');
  });

  test.each(['/w/app', '/w/app/src'])('is not had back as a part, unasked: %s', async (folder) => {
    const { core, sessionId } = await replaced();
    const part = { ...readAccess, roots: [folder], parent_session_id: sessionId };
    expect(await core.requests.open(part, agent).outcome).toMatchObject({ code: 'root-changed' });
    expect(core.sessions.list()).toHaveLength(1);
  });
});
