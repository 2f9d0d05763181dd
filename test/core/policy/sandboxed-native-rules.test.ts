/** The user's rules about calls of a sandboxed agent that also name places which exist only in its sandbox. */
import { expect, test } from 'vitest';
import type { NativeEnd } from '../../../src/main/core/core.ts';
import { callInSandbox } from '../../../src/main/transports/native/call-of-event.ts';
import { done, isError } from '../../../src/shared/actions/outcomes.ts';
import type { NativeFileChange, NativeRequest } from '../../../src/shared/native/native-call.ts';
import type { Rule } from '../../../src/shared/rules/rules.ts';
import { agent, boldApp, never } from '../core-fixture.ts';
import { ruleWith } from '../rule-fixture.ts';
import { silentOr } from './silent.ts';

const folder = '/w/app';

async function outcomeOf(request: NativeRequest, cwd: string, rule: Partial<Rule>) {
  const app = await boldApp();
  await app.core.rules.add(ruleWith(rule));
  const about = { conversation: 'c', callId: '1', tool: 'Tool', args: {}, request, cwd } as const;
  const made = callInSandbox({ kind: 'before', ...about }, [folder]);
  if (!made) throw new Error('it needs a decision');
  const { call, judgedAs } = made;
  const native: NativeEnd = {
    ...{ agentName: 'Codex', isSandboxed: true, judgedAs, plan: async () => null },
    run: async () => done({}),
    recorded: (outcome) => outcome,
  };
  const pass = (action: string, args: unknown) =>
    app.core.gate.pass({ action, args, native }, agent, never);
  const outcome = await silentOr({ ...app, call: pass }, call.args as object, call.action);
  if (Array.isArray(outcome)) return 'asked';
  return isError(outcome) ? outcome.code : 'done';
}

const command = { kind: 'command', line: 'touch x', inBackground: false } as const;
const edit = (...files: readonly NativeFileChange[]) => ({ kind: 'edit', files }) as const;
const here: NativeFileChange = { path: '/w/app/keep/a', change: 'edit', newText: 'x' };
const there: NativeFileChange = { path: '/tmp/a', change: 'edit', newText: 'x' };

test.each([
  ['deny', 'denied-by-rule'],
  ['ask', 'asked'],
] as const)(
  'a rule that would %s a command holds in a folder of the sandbox',
  async (effect, is) => {
    for (const action of ['exec_command', 'native_command'] as const) {
      expect(await outcomeOf(command, '/tmp', { effect, actions: [action as never] })).toBe(is);
      expect(await outcomeOf(command, folder, { effect, actions: [action as never] })).toBe(is);
    }
    expect(await outcomeOf(command, '/tmp', { effect, actions: ['delete_file'] })).toBe('done');
  },
);

test('a rule about a folder holds for a file in it, whatever else is edited with it', async () => {
  const rule = { effect: 'deny', within: '/w/app/keep', actions: ['create_file'] } as const;
  expect(await outcomeOf(edit(here), folder, rule)).toBe('denied-by-rule');
  expect(await outcomeOf(edit(here, there), folder, rule)).toBe('denied-by-rule');
  expect(await outcomeOf(edit(there), folder, rule)).toBe('done');
  const any = { ...rule, within: null };
  expect(await outcomeOf(edit(there), folder, any)).toBe('denied-by-rule');
});

test('a move out of a folder deletes there, and a move in creates there', async () => {
  const out = edit({ path: '/w/app/keep/a', change: 'move', to: '/tmp/a' });
  const into = edit({ path: '/tmp/a', change: 'move', to: '/w/app/keep/a' });
  const rule = { effect: 'deny', within: '/w/app/keep', actions: [] } as const;
  expect(await outcomeOf(out, folder, rule)).toBe('denied-by-rule');
  expect(await outcomeOf(into, folder, rule)).toBe('denied-by-rule');
  expect(await outcomeOf(out, folder, { ...rule, within: '/w/app/other' })).toBe('done');
});

test('more files than one call may have are refused', async () => {
  const many = Array.from({ length: 300 }, (_, at) => ({ ...there, path: `/tmp/${at}` }));
  const rule = { effect: 'deny', actions: ['delete_file'] } as const;
  expect(await outcomeOf(edit(...many), folder, rule)).toBe('invalid-arguments');
});
