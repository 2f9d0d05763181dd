/** All text of the ask that confirms one call. */
import type {
  ConfirmAsk,
  ShownCommand,
  ShownPart,
  ShownSandbox,
} from '../../../shared/asks/asks.ts';
import { hasMarkedText, visibleText } from '../../../shared/base/visible-text.ts';
import { identityTexts } from '../../text/caller-words.ts';
import { middleCut } from '../../text/text-runs.ts';
import { type Evidence, hasMarks } from './evidence.ts';
import { marksUnseen, timeIsUp } from '../frame/frame-text.ts';
import { type EffectName, effectWords } from '../../../shared/commands/command-effects.ts';
import type { Risk } from '../../../shared/access/scopes.ts';
import { count } from '../../text/counting.ts';

export const confirmText = {
  // always-panel.tsx
  alwaysTitle: 'Always allow this exact call',
  alwaysExplanation:
    'A rule: {name} It matches the exact call above and nothing else. You can remove it under Rules.',
  howLongTheRuleApplies: 'How long the rule applies',
  ruleUntil: (value: string | number) => ` (until ${value})`,
  allowAndSaveRule: 'Allow and save rule',

  // carried-out-by.tsx
  carriedOutBy: 'Runs in {editor}.',

  // command-field.tsx
  command: 'Command',
  whatItCanDo: 'What it can do',
  program: 'Program',
  programLocatedByEditor: 'located by the editor that runs it',
  folder: 'Folder',
  environment: 'Environment',
  onceOnly: 'Once only',
  sandbox: 'Sandbox',
  sandboxed: 'Sandboxed: it sees only the granted folders, and none of your keys.',
  requestedOutside: 'Not sandboxed. Runs outside the sandbox, with all your rights.',
  notSandboxed: 'Not sandboxed. {why}',

  // command-parts.tsx
  partsInOrder: 'Parts of the command, in order',

  // confirm-ask-form.tsx
  whereMarksAre: 'The name or the call',

  // confirm-footer.tsx
  allowOnce: 'Allow once: {action}',
  allowForSession: 'Allow {action} for the rest of the session',
  alwaysButton: 'Always allow this exact call…',
  askForChangeButton: 'Ask for a change…',
  denyKindButton: 'Deny all calls like this…',

  // confirm-panel.tsx
  askForChangeTitle: 'Ask for a change',
  askForChangeExplanation:
    'What should be different? This call will not run, and the agent gets your message.',
  changeIsEmpty: 'Describe the change first',
  sendChange: "Don't run it; send this message",
  denyKindTitle: 'Deny all calls like this',
  denyKindExplanation:
    'This call and all further calls to {code} in this session are denied without asking you again.',
  denyKindReason: 'Reason for the agent (optional)',
  denyKindVerb: (value: string | number) => `Deny every ${value} in this session`,

  // evidence-field.tsx
  theExactCall: 'The exact call',
  openInFull: 'Open in full',
  showMore: 'Show more',
  showEverything: 'Show everything',
  otherFilesSkipped: 'Only these files change. Other files match too, but are skipped.',
  sha256OfThisCall: 'SHA-256 of this call: {digest}',

  // evidence-view.tsx
  projectCommand: 'What the project configures this to run',
  namedText: (name: string | number) => `text ${name}`,

  // reason-list.tsx
  whyYouAreAsked: 'Why you are asked',

  // recoverability-line.tsx
  canItBeUndone: 'Can it be undone?',

  // type-name-field.tsx
  typeToConfirm: "This can't be undone. Type {code} to confirm, then click Allow.",

  // Messages
  for7Days: 'For 7 days',
  for30Days: 'For 30 days',
  untilYouRemoveIt: 'Until you remove it',
} as const;

export interface ConfirmState {
  /** Why it has not been read; null once all of it was on screen. */
  readonly unread: string | null;
  readonly isMarked: boolean;
  readonly hasSeenMarks: boolean;
  /** What still has to be typed. */
  readonly untyped: string | null;
}

const hasMarkedWords = ({ agent, sentence, command }: ConfirmAsk): boolean =>
  [
    ...[...identityTexts(agent), sentence],
    ...[command?.program ?? '', command?.programFile ?? '', command?.cwd ?? ''],
    ...(command?.parts ?? []).flatMap(({ program, programFile }) => [program, programFile ?? '']),
  ].some((text) => hasMarkedText(text));

/** Whether a mark in the call, in the sentence or in who asks has to be looked at. */
export const isMarkedCall = (ask: ConfirmAsk, evidence: Evidence): boolean =>
  hasMarks(evidence) || hasMarkedWords(ask);

export const whyNotConfirmed = (
  ask: ConfirmAsk,
  { unread, isMarked, hasSeenMarks, untyped }: ConfirmState,
  now: number,
): string | null =>
  timeIsUp(ask, now) ??
  unread ??
  marksUnseen(isMarked, hasSeenMarks) ??
  (untyped === null ? null : `Type ${untyped} in the box above to enable Allow.`);

/** A rule is offered if one can be created, and never for irreversible calls. */
export const canAlways = ({ ruleDraft, typeToAllow, agent }: ConfirmAsk): boolean =>
  ruleDraft !== null && typeToAllow === null && agent.door !== 'management';

/** An action's name may come from someone else's server. */
export const actionName = ({ action }: ConfirmAsk): string => visibleText(middleCut(action, 48));

/** Fits two lines of the button; the header and the exact call show all of it. */
export const maxLabelLength = 76;

export interface EffectLine {
  readonly effect: EffectName;
  readonly words: string;
  readonly risk: Risk;
}

const riskOfEffect: Readonly<Record<EffectName, Risk>> = {
  reads: 'look',
  network: 'run',
  writes: 'change',
  'changes-git': 'change',
  deletes: 'destroy',
  'runs-other-code': 'run',
  privilege: 'destroy',
  unknown: 'destroy',
};

/** Most severe first; unknown effects stand out. */
export const effectLines = ({ effects }: ShownCommand): readonly EffectLine[] =>
  effects.toReversed().map((effect) => ({
    effect,
    risk: riskOfEffect[effect],
    words:
      effect === 'unknown'
        ? 'Gatehouse does not know everything it does'
        : `It ${effectWords[effect]}`,
  }));

/** Parts have no name but their place, and the same may come twice. */
export const numbered = (
  parts: readonly ShownPart[],
): readonly { readonly part: ShownPart; readonly number: number }[] =>
  parts.map((part, at) => ({ part, number: at + 1 }));

/** "It reads files or settings, and uses the network." */
export const partEffects = ({ effects }: ShownPart): string => {
  const words = effects.toReversed().map((effect) => effectWords[effect]);
  return words.length === 0 ? '' : `It ${words.join(', and ')}.`;
};

const joinWords: Readonly<Record<ShownPart['join'], string>> = {
  '|': ' Its output goes to the next one.',
  '&&': ' If it succeeds, the next one runs.',
  '||': ' If it fails, the next one runs.',
  ';': ' Then the next one runs.',
  none: '',
};

/** What becomes of its output, and what follows. */
export const partNote = ({ stdout, stderr, join }: ShownPart): string => {
  const output = stdout === 'dropped' ? ' Its output is discarded.' : '';
  const errors = {
    kept: '',
    output: ' Errors go the same way.',
    dropped: ' Errors are discarded.',
  };
  return `${output}${errors[stderr]}${joinWords[join]}`;
};

export type ShownProgramFile = Pick<ShownCommand, 'program' | 'programFile'>;

/** Where the file that is started has another name than the one it was found by. */
export const programNote = ({ program, programFile }: ShownProgramFile): string | null =>
  programFile === null || programFile === program ? null : ` (a link to ${programFile})`;

/** Where it runs, in one sentence or two. */
export function sandboxWords(sandbox: ShownSandbox): string {
  if (sandbox.kind === 'sandboxed') return confirmText.sandboxed;
  return sandbox.isRequested
    ? confirmText.requestedOutside
    : confirmText.notSandboxed.replace('{why}', () => sandbox.why);
}

/** "14 variables, nothing else". */
export const environmentWords = ({ environment }: ShownCommand): string =>
  environment.length === 0 ? 'none' : `${count(environment.length, 'variable')}, nothing else`;

/** "HOME, LANG, PATH". */
export const environmentNames = ({ environment }: ShownCommand): string =>
  environment.toSorted().join(', ');
