/** Requests of the Rules page: make a rule, try it on past calls, remove and restore one. */
import { actionInfo, actionNames } from '../../../shared/actions/actions.ts';
import type {
  mainCommands,
  MainReplies,
  RuleAction,
  RuleReceipt,
} from '../../../shared/ipc/main-window.ts';
import { ruleSentence } from '../../../shared/rules/rules.ts';
import { visibleText } from '../../../shared/base/visible-text.ts';
import { kindOfTool } from '../../core/core.ts';
import type { ShellDeps } from '../shell-deps.ts';
import type { IpcHandlers } from '../windows/ipc.ts';
import { draftFromEntry } from './rule-draft.ts';
import { tryOnPast } from './rule-trial.ts';
import { shellText } from '../shell-text.ts';

type RuleCommandName = Extract<keyof MainReplies, `rules:${string}`>;
type RuleHandlers = Pick<IpcHandlers<typeof mainCommands, MainReplies>, RuleCommandName>;

const ofCatalogue: readonly RuleAction[] = actionNames.map((name) => {
  const { title, scope, kind } = actionInfo(name);
  return { name, title, scope, kind };
});

/** With the tools that are there just now. */
function ruleActions({ executors }: ShellDeps['core']): readonly RuleAction[] {
  const brought = executors.contributedTools().map(({ name, title, scope, annotations }) => ({
    ...{ name, scope },
    title: visibleText(title),
    kind: kindOfTool(annotations),
  }));
  return [...ofCatalogue, ...brought];
}

export function ruleCommands({ core, index }: Pick<ShellDeps, 'core' | 'index'>): RuleHandlers {
  return {
    'rules:actions': () => ruleActions(core),
    'rules:from-entry': ({ entry }) => draftFromEntry(entry, index),
    'rules:try': async (draft) => {
      const made = await core.rules.make(draft);
      if (!made.made) return refused(made.why);
      const trial = await tryOnPast(made.rule, index);
      if (!trial) return refused(shellText.searchFailed);
      return { kind: 'tried', sentence: ruleSentence(made.rule), trial };
    },
    'rules:add': async (draft) => {
      const made = await core.rules.make(draft);
      if (!made.made) return refused(made.why);
      const receipt = await core.rules.add(made.rule);
      if (!receipt.added) return refused(receipt.why);
      return added(made.rule.ruleId, ruleSentence(made.rule));
    },
    'rules:remove': async ({ ruleId }) => ({ done: await core.rules.remove(ruleId) }),
    'rules:restore': async ({ ruleId }) => {
      const receipt = await core.rules.restore(ruleId);
      if (!receipt.added) return refused(receipt.why);
      const rule = core.rules.list().find((item) => item.ruleId === ruleId);
      return added(ruleId, rule ? ruleSentence(rule) : '');
    },
    'rules:propose': ({ ruleIds }) => {
      const made = core.rules.generalise(ruleIds);
      return made.made
        ? { kind: 'proposed', sentence: ruleSentence(made.rule) }
        : refused(made.why);
    },
    'rules:generalise': async ({ ruleIds }) => {
      const made = core.rules.generalise(ruleIds);
      if (!made.made) return refused(made.why);
      const receipt = await core.rules.add(made.rule);
      if (!receipt.added) return refused(receipt.why);
      for (const ruleId of ruleIds) await core.rules.remove(ruleId);
      return added(made.rule.ruleId, ruleSentence(made.rule));
    },
  };
}

const refused = (why: string) => ({ kind: 'refused', why }) as const;
const added = (ruleId: string, sentence: string): RuleReceipt => ({
  kind: 'added',
  ruleId,
  sentence,
});
