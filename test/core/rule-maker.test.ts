import { describe, expect, test } from 'vitest';
import type { RuleDraft } from '../../src/shared/rules/rules.ts';
import { coreWith, pathsWith } from './core-fixture.ts';

const draft: RuleDraft = {
  effect: 'deny',
  client: 'cursor',
  actions: ['delete_file'],
  within: '/w/app',
  seconds: 3600,
  fromEntry: null,
};

async function made(own: Partial<RuleDraft>) {
  const paths = pathsWith({ '/w/link': '/real/app', '/home/ada/notes': '/home/ada/notes' });
  const { core, clock } = await coreWith({ paths });
  return { made: await core.rules.make({ ...draft, ...own }), now: clock.now(), core };
}

describe("a rule is made from the user's draft", () => {
  test('with an id, a beginning and an absolute end of our own', async () => {
    const { made: receipt, now } = await made({});
    expect(receipt).toMatchObject({
      made: true,
      rule: {
        ...{ effect: 'deny', client: 'cursor', actions: ['delete_file'], within: '/w/app' },
        ...{ createdAt: now, until: now + 3_600_000, exactly: null, lastUsedAt: null },
      },
    });
  });

  test('until it is removed, and everywhere, when nothing else is said', async () => {
    const { made: receipt } = await made({ seconds: null, within: null, client: null });
    expect(receipt).toMatchObject({ rule: { until: null, within: null, client: null } });
  });

  test('G13 a folder named by a link is the real folder, which is what calls are held against', async () => {
    expect((await made({ within: '/w/link' })).made).toMatchObject({
      rule: { within: '/real/app' },
    });
    expect((await made({ within: ' ~/notes ' })).made).toMatchObject({
      rule: { within: '/home/ada/notes' },
    });
  });

  test.each([
    ['a folder that is none', { within: 'notes' }, 'folder'],
    ['a name no agent can have', { client: 'Not A Name' }, 'lower-case'],
    ['an action there is none of', { actions: ['delet_file'] }, 'delet_file'],
  ])('%s is no rule, and it is said why', async (_what, own, words) => {
    const { made: receipt, core } = await made(own);
    expect(receipt).toMatchObject({ made: false, why: expect.stringContaining(words) as string });
    expect(core.rules.list()).toEqual([]);
  });
});
