/** All text of the ask that confirms one call. */
import type {
  ConfirmAsk,
  ShownCommand,
  ShownNative,
  ShownPart,
  ShownSandbox,
} from '../../../shared/asks/asks.ts';
import { hasMarkedText, visibleText } from '../../../shared/base/visible-text.ts';
import { isLongForSession, shortForSession } from '../../../shared/asks/required-reading.ts';
import { identityTexts, isUnusualAgent } from '../../text/caller-words.ts';
import { middleCut } from '../../text/text-runs.ts';
import { type Evidence, hasMarks } from './evidence.ts';
import { marksUnseen, timeIsUp } from '../frame/frame-text.ts';
import { type EffectName, effectWords } from '../../../shared/commands/command-effects.ts';
import type { Risk } from '../../../shared/access/scopes.ts';
import { count, listed } from '../../text/counting.ts';
import { folderName } from '../../text/place-names.ts';
import { notRestored } from '../../text/sandbox-words.ts';

export const confirmText = {
  // always-panel.tsx
  alwaysTitle: 'Always allow this exact call',
  alwaysExplanation:
    'A rule: {name} It matches the exact call above and nothing else. You can remove it under Rules.',
  alwaysFamilyExplanation:
    'A rule: {name} It also covers the action that runs the same thing. You can remove it under Rules.',
  howLongTheRuleApplies: 'How long the rule applies',
  ruleUntil: (value: string) => ` (until ${value})`,
  allowAndSaveRule: 'Allow and save rule',
  for7Days: 'For 7 days',
  for30Days: 'For 30 days',
  untilYouRemoveIt: 'Until you remove it',

  // confirm-ask-form.tsx
  whereMarksAre: 'The name or the call',
  allSessionMeans: 'For this session:',
  moreReasons: (amount: number) => `${count(amount, 'more reason')} in Details`,

  // confirm-details.tsx
  whyYouAreAsked: 'Why you are asked',
  whatItCanDo: 'What it can do',
  program: 'Program',
  programLocatedByEditor: 'located by the editor that runs it',
  folder: 'Folder',
  runsIn: 'Runs in',
  environment: 'Environment',
  onceOnly: 'Once only',
  sandbox: 'Sandbox',
  sandboxed: `Sandboxed: it sees only the granted folders, and none of your keys. ${notRestored}`,
  requestedOutside: 'Not sandboxed. Runs outside the sandbox, with all your rights.',
  notSandboxed: 'Not sandboxed. {why}',
  exactCall: 'Exact call',
  fingerprint: 'Fingerprint',
  sha256OfThisCall: 'SHA-256 of this call: {digest}',

  // confirm-footer.tsx
  allowOnce: 'Allow once',
  deleteForGood: 'Delete for good',
  widerYes: 'Allow more than once',
  alwaysButton: 'Always allow this exact call…',
  alwaysFamilyButton: (words: string) => `Always allow ${words} here…`,
  alwaysShort: 'Always…',

  // evidence-field.tsx
  theExactCall: 'The exact call',
  openInFull: 'Open in full',
  showMore: 'Show more',
  showEverything: 'Show everything',
  otherFilesSkipped: 'Only these files change. Other files match too, but are skipped.',

  // evidence-view.tsx
  projectCommand: 'What the project configures this to run',
  namedText: (name: string) => `text ${name}`,
  emptyValue: 'empty',

  // reply-panel.tsx
  replyTitle: 'Reply',
  replyExplanation: 'Your message to the agent. It does not run.',
  askForChange: 'Ask for this change',
  denyKind: 'Deny every {action} this session',

  // type-name-field.tsx
  typeToConfirm: 'Type {code} to confirm',
} as const;

/** The headline: what the call does. */
export const headlineText = {
  severalCommands: (amount: number) => `Run ${amount} commands in a row`,
  runTests: 'Run the tests',
  build: 'Build the project',
  typeIntoTerminal: 'Type into a terminal',
  openTerminal: 'Open a terminal',
  run: (name: string) => `Run ${name}`,
  rename: (from: string, to: string) => `Rename ${from} to ${to}`,
  delete: (path: string) => `Delete ${path}`,
  create: (path: string) => `Create ${path}`,
  replace: (path: string) => `Replace ${path}`,
  edit: (path: string) => `Edit ${path}`,
  changeFiles: (amount: number) => `Change ${count(amount, 'file')}`,
} as const;

/** The line of effect, where the call has a shorter one than its reasons. */
export const effectText = {
  cannotBeUndone: 'This can’t be undone.',
  partsCannot: (numbers: readonly number[]) =>
    `${numbers.length === 1 ? 'Part' : 'Parts'} ${listed(numbers.map(String))} can’t be undone.`,
  outsideTheSandbox: 'Outside the sandbox, with all your rights.',
  inTheSandbox: 'In the sandbox',
  projectCode: 'Project code, with all your rights.',
  otherCode: 'Runs code, with all your rights.',
  notKnown: 'Gatehouse does not know everything it does.',
  byAgent: ({ agentName, tool }: ShownNative) =>
    `${agentName} does this itself with its ${tool} tool, outside the sandbox.`,
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
  (untyped === null ? null : `Type ${untyped} in the box above first.`);

/** A rule is offered if one can be created, and never for irreversible calls. */
export const canAlways = ({ ruleDraft, family, typeToAllow, agent }: ConfirmAsk): boolean =>
  (ruleDraft !== null || family !== undefined) &&
  typeToAllow === null &&
  agent.door !== 'management';

export const alwaysLabel = ({ family }: ConfirmAsk): string =>
  family ? confirmText.alwaysFamilyButton(visibleText(family.words)) : confirmText.alwaysButton;

/** An action's name may come from someone else's server. */
export const actionName = ({ action }: ConfirmAsk): string => visibleText(middleCut(action, 48));

/** Where it works; null where no folder is known. */
export const folderOf = ({ command, folders }: ConfirmAsk): string | null =>
  command?.cwd ?? folders[0] ?? null;

export const onceLabel = ({ action, typeToAllow }: ConfirmAsk): string =>
  typeToAllow !== null && action === 'delete_file'
    ? confirmText.deleteForGood
    : confirmText.allowOnce;

/** What "for this session" covers, on its button; null where it may not be offered. */
export function sessionLabel(ask: ConfirmAsk): string | null {
  const { forSession, family } = ask;
  if (forSession === null) return null;
  if (family && !isLongForSession(ask))
    return `Allow ${family.words} in ${folderName(family.folder)}`;
  if (forSession === 'this exact call') return 'Allow this call all session';
  return isLongForSession(ask) ? 'Allow for this session' : `Allow ${shortForSession(forSession)}`;
}

/** Whether the details open by themselves: who asks, what it says or what it starts is not as usual. */
export const isUnusual = (ask: ConfirmAsk, isMarked: boolean): boolean =>
  isMarked || isUnusualAgent(ask.agent) || isProgramInFolder(ask);

/** The agent may have written the program itself. */
const isProgramInFolder = ({ command, folders }: ConfirmAsk): boolean =>
  [command?.programFile ?? command?.program, ...(command?.parts ?? []).map(fileOf)].some(
    (file) => file && folders.some((folder) => file.startsWith(`${folder}/`)),
  );

const fileOf = ({ program, programFile }: ShownPart): string => programFile ?? program;

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
