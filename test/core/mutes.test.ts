/** Mutes are visible and can be lifted, and refusals because of a limit are shown to the user. */
import { describe, expect, test } from 'vitest';
import type { Core } from '../../src/main/core/core.ts';
import type { FakeClock } from '../fakes/fake-clock.ts';
import {
  agent,
  agentCalled,
  answerNext,
  coreWith,
  granted,
  nextAsk,
  readAccess,
  settingsWith,
} from './core-fixture.ts';

const minute = 60_000;

async function denied(core: Core, clock: FakeClock, reason = ''): Promise<void> {
  const { outcome } = core.requests.open(readAccess, agent);
  await answerNext(core, clock, { kind: 'deny', reason });
  await outcome;
}

async function muted() {
  const app = await coreWith();
  for (let times = 0; times < 3; times += 1) await denied(app.core, app.clock);
  return app;
}

const noticeTitles = (core: Core): readonly string[] =>
  core.state
    .snapshot()
    .notices.filter(({ id }) => id.startsWith('too-many-'))
    .map(({ title }) => title);

describe('a mute', () => {
  test('is shown with its end and cause, and gone after it', async () => {
    const { core, clock } = await muted();
    let changes = 0;
    const listening = core.state.onChanged(() => (changes += 1));
    const mute = { clientId: agent.clientId, until: clock.now() + 5 * minute, why: 'denied' };
    expect(core.state.snapshot().mutes).toEqual([{ ...mute, about: 'asks' }]);
    await clock.advance(5 * minute);
    expect(core.state.snapshot().mutes).toEqual([]);
    expect(changes).toBeGreaterThan(0);
    await listening.dispose();
  });

  test('is lifted by the user, which is recorded', async () => {
    const { core, clock, ledgerStore } = await muted();
    expect(await core.requests.open(readAccess, agent).outcome).toMatchObject({ code: 'muted' });
    expect(await core.mutes.lift(agent.clientId)).toBe(true);
    expect(ledgerStore.records.at(-1)).toMatchObject({
      ...{ action: 'client.unmuted', decided_by: 'person', detail: 'cursor may ask again' },
    });
    expect(core.state.snapshot().mutes).toEqual([]);
    await granted(core, clock);
    expect(await core.mutes.lift(agent.clientId)).toBe(false);
  });

  test('does not come from denials with a reason, however many', async () => {
    const { core, clock } = await coreWith();
    for (let times = 0; times < 6; times += 1) await denied(core, clock, 'Use the other folder.');
    expect(core.state.snapshot().mutes).toEqual([]);
    await denied(core, clock, '   ');
    await denied(core, clock);
    await denied(core, clock);
    expect(core.state.snapshot().mutes).toHaveLength(1);
  });
});

describe('a refusal because of a limit', () => {
  test('of sessions counts per client and is shown, once in ten minutes', async () => {
    const { core, clock } = await coreWith({ settings: settingsWith({ sessions: 1 }) });
    await granted(core, clock);
    const other = { ...readAccess, roots: ['/w/other'] };
    expect(await core.requests.open(other, agent).outcome).toMatchObject({
      code: 'too-many-sessions',
    });
    expect(noticeTitles(core)).toEqual(['cursor was refused: it has 1 active sessions']);
    core.state.dismissNotice('too-many-sessions-cursor');
    await core.requests.open(other, agent).outcome;
    expect(noticeTitles(core)).toEqual([]);
    // Another client is not affected.
    await granted(core, clock, { who: agentCalled('other'), args: other });
    await clock.advance(10 * minute);
    await core.requests.open(other, agent).outcome;
    expect(noticeTitles(core)).toHaveLength(1);
  });

  test('of waiting asks is shown, too', async () => {
    const { core, clock } = await coreWith({ settings: settingsWith({ pendingAsksPerClient: 1 }) });
    core.requests.open(readAccess, agent);
    await nextAsk(core, clock);
    const other = { ...readAccess, roots: ['/w/other'] };
    expect(await core.requests.open(other, agent).outcome).toMatchObject({ code: 'too-many-asks' });
    expect(noticeTitles(core)).toEqual([
      'cursor was refused: 1 of its requests wait for an answer',
    ]);
  });

  test('of many names fills the window with no more than eight notices', async () => {
    const { core, clock } = await coreWith({ settings: settingsWith({ pendingAsksPerClient: 1 }) });
    for (let name = 0; name < 12; name += 1) {
      const who = agentCalled(`client-${name}`);
      core.requests.open(readAccess, who);
      await clock.advance(0);
      await core.requests.open({ ...readAccess, roots: ['/w/other'] }, who).outcome;
    }
    expect(noticeTitles(core)).toHaveLength(8);
  });
});
