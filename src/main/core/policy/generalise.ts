/**
 * Proposes one rule in place of several exact ones: the same program and first word in the same folder, with any
 * arguments. What would allow more than that is refused, because an exact rule is all that can be kept for it.
 */
import { z } from 'zod';
import { effectNames } from '../../../shared/commands/command-effects.ts';
import { exactCallOf, type Rule } from '../../../shared/rules/rules.ts';
import type { ShownFamily } from '../../../shared/asks/asks.ts';
import type { Needs } from '../dependencies.ts';
import { familyActions, familyOf } from './command-family.ts';
import type { MadeRule } from './rule-maker.ts';

const no = (why: string): MadeRule => ({ made: false, why });

/** The part of an exact call that says what it starts. */
const StoredCommand = z.looseObject({
  argv: z.array(z.string()),
  program: z.string().nullable(),
  cwd: z.string().nullable(),
  keep: z.enum(['once', 'rule', 'session']),
  effects: z.array(z.enum(effectNames)),
  does: z.array(z.looseObject({ effect: z.enum(effectNames), word: z.string() })),
  sandboxed: z.boolean().optional(),
});

export function generalise(
  rules: readonly Rule[],
  needs: Pick<Needs, 'clock' | 'newId'>,
): MadeRule {
  const [first] = rules;
  if (!first || rules.length < 2) return no('Select at least two rules.');
  if (rules.some(({ effect, exactly }) => effect !== 'allow' || exactly === null))
    return no('Only rules that allow exactly one call can be replaced by one rule.');
  if (rules.some(({ client }) => client !== first.client))
    return no('The rules are for different agents.');
  const families = rules.map(familyOfRule);
  const [family] = families;
  if (!family || families.includes(null))
    return no(
      'One rule for all of these would allow too much: only commands that run the code of a project can be allowed with any arguments.',
    );
  if (families.some((other) => !isSame(other, family)))
    return no(
      'One rule for all of these would allow too much: they start different commands, or in different folders.',
    );
  const { folder, ...command } = family;
  const ends = rules.flatMap(({ until }) => until ?? []);
  const rule: Rule = {
    ...{ ruleId: needs.newId(), effect: 'allow', client: first.client, within: folder },
    ...{ actions: [...familyActions], command },
    ...{ exactly: null, exactCall: null, exactSentence: null, fromEntry: null },
    ...{ createdAt: needs.clock.now(), lastUsedAt: null },
    // It ends when the first of them would have ended.
    until: ends.length === 0 ? null : Math.min(...ends),
  };
  return { made: true, rule };
}

function familyOfRule({ exactCall }: Rule): ShownFamily | null {
  const call = exactCallOf(exactCall ?? '');
  const stored = StoredCommand.safeParse(call?.command);
  if (!call || !stored.success || !familyActions.some((name) => name === call.action)) return null;
  const { argv, program, cwd, keep, effects, does, sandboxed = false } = stored.data;
  // Kept as the ledger's JSON; the fields that matter here were checked above.
  const facts = { argv, program, cwd, keep, effects, does: does.map(asEffect) };
  const family = familyOf(facts);
  return family && { ...family, isSandboxed: sandboxed };
}

type StoredEffect = z.infer<typeof StoredCommand>['does'][number];

const asEffect = ({ effect, word, ...rest }: StoredEffect) => ({
  effect,
  word,
  sentence: '',
  ...(rest['isOutside'] === true ? { isOutside: true as const } : {}),
});

const isSame = (a: ShownFamily | null | undefined, b: ShownFamily): boolean =>
  a?.program === b.program &&
  a.words === b.words &&
  a.folder === b.folder &&
  a.isSandboxed === b.isSandboxed;
