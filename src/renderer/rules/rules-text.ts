/** All text of the Rules page. */
import type { RuleAction } from '../../shared/ipc/main-window.ts';
import { ruleSentence } from '../../shared/rules/rule-sentence.ts';
import type { RuleDraft, RuleTrial, RuleView } from '../../shared/rules/rules.ts';
import { momentWords, type Zone } from '../text/times.ts';

export const rulesText = {
  // action-picker.tsx
  actions: 'Actions',
  anyAction: 'Any action',
  selectedActionsOnly: (value: string) => `Selected actions only${value}`,
  actionsToSelect: 'Actions to select',
  allOf: (value: string) => `All of ${value}`,

  // removed-rules.tsx
  removed: 'Removed:',
  undo: 'Undo',
  dismiss: 'Dismiss',

  // rule-table.tsx
  select: 'Select',
  selectRule: (sentence: string) => `Select the rule: ${sentence}`,
  rule: 'Rule',
  lastUsed: 'Last used',
  removeTheRule: (sentence: string) => `Remove the rule: ${sentence}`,
  remove: 'Remove',
  exactCall: 'Exact call',

  // generalise-dialog.tsx
  generaliseTitle: 'One rule for several',
  generaliseMeaning:
    'It matches exactly this: the same program and first word, in this exact folder.',
  lookingAtRules: 'Checking the rules…',
  noProposal: 'Gatehouse did not respond.',
  replaces: (rules: number) => `Replaces ${rules} exact rules`,
  selectedRules: (rules: number) => `${rules} selected rules`,
  replaceRules: (rules: number) => `Replace ${rules} rules`,
  close: 'Close',

  // rule-dialog.tsx
  newRuleTitle: 'New rule',
  createRule: 'Create rule',
  testOnPast: 'Test on the last 30 days',
  cancel: 'Cancel',
  saveRule: 'Save rule',

  // rule-fields.tsx
  effect: 'Effect',
  noGeneralAllow:
    'There is no general Allow: what a session covers is already allowed, and what is still asked can be kept only from the ask window: exactly that call, or a program and its first word in its folder.',
  agent: 'Agent',
  anyAgent: 'Any agent',
  folder: 'Folder',
  anywhere: 'Anywhere',
  chooseAFolder: 'Choose a folder',
  choose: 'Choose…',
  duration: 'Duration',
  host: 'Host',
  notAboutHosts: 'No host',
  hostExamples:
    'For connections of sandboxed commands: example.com, *.example.com or example.com:443.',

  // rules-page.tsx
  rules: 'Rules',
  newRuleButton: 'New rule…',
  emptyHint:
    'A rule applies to every session until you remove it: “Never let any agent delete a file or folder in ~/notes.” Create one here, or open an entry in Activity and choose “Create rule…”.',
  precedence:
    'Deny overrides Ask, and Ask overrides Allow. The order of the rules does not matter.',
  search: 'Search rules',
  nothingMatches: 'No rule matches this search.',
  generalise: 'Generalise…',
  generaliseHint: 'Select two or more rules that allow exactly one call each.',
  removeUnused: (rules: number) => (rules === 0 ? 'No unused rules' : `Remove ${rules} unused…`),
  removeUnusedTitle: (rules: number) => `Remove ${rules} unused ${rules === 1 ? 'rule' : 'rules'}`,
  unusedMeaning:
    'Rules that allow something and were not used in the last 30 days, or never since the day they were created. You can undo this.',
  removeThem: 'Remove them',
  keepThem: 'Keep them',

  // trial-result.tsx
  searchingTheLedger: 'Searching the ledger…',
  testedOnPast: 'Tested on the last 30 days',
  mostRecentMatches: 'Most recent matches',

  // Messages
  noActiveRules: 'No active rules',
} as const;

export const effectWord = { allow: 'Allow', ask: 'Ask', deny: 'Deny' } as const;

export const effectMeaning: Readonly<Record<RuleDraft['effect'], string>> = {
  deny: 'Denied immediately, without asking you.',
  ask: 'You are asked every time, even if a session allows it.',
};

const hour = 3600;
const day = 24 * hour;

export const spans: readonly { readonly seconds: number | null; readonly words: string }[] = [
  { seconds: null, words: 'Until I remove it' },
  { seconds: hour, words: 'For 1 hour' },
  { seconds: 8 * hour, words: 'For 8 hours' },
  { seconds: 7 * day, words: 'For 7 days' },
  { seconds: 30 * day, words: 'For 30 days' },
];

/** The end time of a duration that starts now. */
export const endOfSpan = (seconds: number | null, now: number, zone: Zone = {}): string =>
  seconds === null ? 'No end date' : `Ends ${momentWords(now + seconds * 1000, now, zone)}`;

export const endWords = ({ until }: RuleView, now: number, zone: Zone = {}): string =>
  until === null ? 'Until you remove it' : `Ends ${momentWords(until, now, zone)}`;

export const lastUseWords = ({ lastUsedAt }: RuleView, now: number, zone: Zone = {}): string =>
  lastUsedAt === null ? 'Never' : momentWords(lastUsedAt, now, zone);

/** One rule as its sentence, several as their number. */
export const removedWords = (rules: readonly RuleView[]): string =>
  rules.length === 1 ? (rules[0]?.sentence ?? '') : `${rules.length} rules`;

export function madeWords(rule: RuleView, now: number, zone: Zone = {}): string {
  const from = rule.fromEntry === null ? 'manually' : 'from an entry';
  return `Created ${momentWords(rule.createdAt, now, zone)} ${rule.exactCall === null ? from : 'from an ask'}`;
}

/** What a form holds while it is filled in. */
export interface RuleForm {
  readonly effect: RuleDraft['effect'];
  readonly client: string;
  /** Every action, whatever is ticked. */
  readonly anything: boolean;
  readonly actions: RuleDraft['actions'];
  readonly within: string;
  /** For a rule about connections: the host; empty for every other rule. */
  readonly host: string;
  readonly seconds: number | null;
  readonly fromEntry: string | null;
}

export const emptyForm: RuleForm = {
  ...{ effect: 'deny', client: '', anything: false, actions: [], within: '', host: '' },
  ...{ seconds: null, fromEntry: null },
};

export const formOf = (draft: RuleDraft): RuleForm => ({
  ...draft,
  client: draft.client ?? '',
  within: draft.within ?? '',
  host: draft.host ?? '',
  anything: draft.actions.length === 0,
});

/** Null while no action is selected. */
export function draftOf(form: RuleForm): RuleDraft | null {
  const { effect, anything, seconds, fromEntry } = form;
  const host = form.host.trim();
  if (!anything && form.actions.length === 0 && host === '') return null;
  const actions = anything || host !== '' ? [] : form.actions;
  const client = form.client.trim() || null;
  const within = form.within.trim() || null;
  const about = host === '' ? {} : { host };
  return { effect, client, actions, within, ...about, seconds, fromEntry };
}

export const draftSentence = (draft: RuleDraft): string =>
  ruleSentence({ ...draft, exactSentence: null });

/** "Tick at least one action" and the like: why there is nothing to save. */
export const whyUnfinished = 'Select at least one action, or choose “Any action”.';

const wouldBe: Readonly<Record<RuleDraft['effect'], string>> = {
  deny: 'the rule would have denied this',
  ask: 'you would have been asked first',
};

/** What the trial says, one sentence each. */
export function trialWords(trial: RuleTrial, effect: RuleDraft['effect']): readonly string[] {
  const { days, matched, carriedOut, unclear, looked, all, complete } = trial;
  const matches = matched === 0 ? 'no calls' : `${amount(matched)} ${noun(matched)}`;
  const rest = matched - carriedOut;
  return [
    `Matches ${matches} from the last ${days} days.`,
    ...(carriedOut > 0
      ? [`${amount(carriedOut)} ${was(carriedOut)} carried out; ${wouldBe[effect]}.`]
      : []),
    ...(rest > 0 ? [`${amount(rest)} ${was(rest)} not carried out anyway.`] : []),
    ...(unclear > 0
      ? [`${amount(unclear)} more may be in that folder; the search index cannot tell.`]
      : []),
    ...(looked < all
      ? [`Only the newest ${amount(looked)} of ${amount(all)} entries were checked.`]
      : []),
    ...(complete ? [] : ['The search index is still being built; there may be more.']),
  ];
}

const amount = (number: number): string => number.toLocaleString('en');
const noun = (number: number): string => (number === 1 ? 'call' : 'calls');
const was = (number: number): string => (number === 1 ? 'was' : 'were');

export interface ActionGroup {
  readonly scope: RuleAction['scope'];
  readonly actions: readonly RuleAction[];
}

/** In the order of the catalogue. */
export const actionsByScope = (actions: readonly RuleAction[]): readonly ActionGroup[] =>
  [...Map.groupBy(actions, ({ scope }) => scope)].map(([scope, members]) => ({
    scope,
    actions: members,
  }));
