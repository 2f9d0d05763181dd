/** What the Rules page says, in words. */
import type { RuleAction } from '../../shared/ipc/main-window.ts';
import { ruleSentence } from '../../shared/rules/rule-sentence.ts';
import type { RuleTrial, RuleView, RuleDraft } from '../../shared/rules/rules.ts';
import { momentWords, type Zone } from '../text/times.ts';

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

/** The absolute end of a span that begins now. */
export const endOfSpan = (seconds: number | null, now: number, zone: Zone = {}): string =>
  seconds === null ? 'No end date' : `Ends ${momentWords(now + seconds * 1000, now, zone)}`;

export const endWords = ({ until }: RuleView, now: number, zone: Zone = {}): string =>
  until === null ? 'Until you remove it' : `Ends ${momentWords(until, now, zone)}`;

export const usedWords = ({ lastUsedAt }: RuleView, now: number, zone: Zone = {}): string =>
  lastUsedAt === null ? 'Never used' : `Last used ${momentWords(lastUsedAt, now, zone)}`;

export function madeWords(rule: RuleView, now: number, zone: Zone = {}): string {
  const from = rule.fromEntry === null ? 'manually' : 'from an entry';
  return `Made ${momentWords(rule.createdAt, now, zone)} ${rule.exactCall === null ? from : 'from an ask'}`;
}

/** What a form holds while it is filled in. */
export interface RuleForm {
  readonly effect: RuleDraft['effect'];
  readonly client: string;
  /** Every action, whatever is ticked. */
  readonly anything: boolean;
  readonly actions: RuleDraft['actions'];
  readonly within: string;
  readonly seconds: number | null;
  readonly fromEntry: string | null;
}

export const emptyForm: RuleForm = {
  ...{ effect: 'deny', client: '', anything: false, actions: [], within: '' },
  ...{ seconds: null, fromEntry: null },
};

export const formOf = (wish: RuleDraft): RuleForm => ({
  ...wish,
  client: wish.client ?? '',
  within: wish.within ?? '',
  anything: wish.actions.length === 0,
});

/** Null while it does not say what it speaks of. */
export function wishOf(form: RuleForm): RuleDraft | null {
  const { effect, anything, seconds, fromEntry } = form;
  if (!anything && form.actions.length === 0) return null;
  const actions = anything ? [] : form.actions;
  const client = form.client.trim() || null;
  return { effect, client, actions, within: form.within.trim() || null, seconds, fromEntry };
}

export const sentenceOfWish = (wish: RuleDraft): string =>
  ruleSentence({ ...wish, exactSentence: null });

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
