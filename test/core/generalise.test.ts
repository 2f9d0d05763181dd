/** One rule in place of several exact ones, and when there is none. */
import { describe, expect, test } from 'vitest';
import { generalise } from '../../src/main/core/policy/generalise.ts';
import { ruleSentence, type Rule } from '../../src/shared/rules/rules.ts';
import { agent, sha256 } from './core-fixture.ts';
import { ruleWith } from './rule-fixture.ts';

const needs = { clock: { now: () => 50 }, newId: () => '2f0f5f0e-0d5c-4a83-9d33-000000000001' };

interface CommandParts {
  readonly cwd?: string;
  readonly effects?: readonly string[];
  readonly program?: string;
}

function exact(argv: readonly string[], own: Partial<Rule> = {}, parts: CommandParts = {}): Rule {
  const { cwd = '/w/harbour', effects = ['runs-other-code'], program = '/usr/bin/npm' } = parts;
  const does = effects.map((effect) => ({ effect, word: argv[1] ?? '', sentence: '' }));
  const command = {
    ...{ argv, program, programFile: program, cwd, says: '', effects, does },
    ...{ environment: {}, keep: 'rule', whyOnce: '' },
  };
  const exactCall = JSON.stringify(['exec_command', { argv }, command]);
  const client = agent.clientId;
  return ruleWith({ client, exactly: sha256(exactCall), exactCall, exactSentence: 'run', ...own });
}

const why = (...rules: readonly Rule[]): string => {
  const made = generalise(rules, needs as never);
  if (made.made) throw new Error(ruleSentence(made.rule));
  return made.why;
};

describe('G13 one rule for several exact ones', () => {
  test('is for the same program and first word in the same folder, and says so', () => {
    const made = generalise(
      [exact(['npm', 'test', 'a']), exact(['npm', 'test', 'b'], { until: 99 })],
      needs as never,
    );
    if (!made.made) throw new Error(made.why);
    expect(made.rule).toMatchObject({
      ...{ effect: 'allow', client: agent.clientId, within: '/w/harbour', until: 99 },
      command: { program: '/usr/bin/npm', words: 'npm test', isSandboxed: false },
    });
    expect(ruleSentence(made.rule)).toContain('npm test in /w/harbour, with any arguments');
  });

  test('is refused where it would allow too much', () => {
    const npm = exact(['npm', 'test', 'a']);
    expect(why(npm)).toContain('at least two');
    expect(why(npm, exact(['npm', 'run', 'build']))).toContain('too much');
    expect(why(npm, exact(['npm', 'test'], {}, { cwd: '/w/other' }))).toContain('too much');
    expect(why(npm, exact(['npm', 'test'], {}, { program: '/tmp/npm' }))).toContain('too much');
    expect(why(npm, exact(['npm', 'test'], { client: null }))).toContain('different agents');
    expect(why(npm, exact(['npm', 'test'], { effect: 'deny' }))).toContain('exactly one call');
    expect(why(npm, ruleWith({ client: agent.clientId }))).toContain('exactly one call');
    const shell = exact(['sh', '-c', 'x'], {}, { program: '/bin/sh' });
    expect(why(shell, exact(['sh', '-c', 'y'], {}, { program: '/bin/sh' }))).toContain('too much');
    const deletes = { effects: ['runs-other-code', 'deletes'] };
    expect(why(npm, exact(['npm', 'test', 'b'], {}, deletes))).toContain('too much');
    const edit = JSON.stringify(['edit_buffer', { path: '/w/a' }]);
    const edits = { exactly: sha256(edit), exactCall: edit, client: agent.clientId };
    expect(why(ruleWith(edits), ruleWith(edits))).toContain('too much');
  });
});
