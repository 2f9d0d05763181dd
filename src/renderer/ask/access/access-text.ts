/** All text of the access ask: what is requested, for how long, and what Allow does. */
import type { AccessAsk } from '../../../shared/access/access.ts';
import { capabilityGroups, type Capability } from '../../../shared/access/capabilities.ts';
import { capabilityNames } from '../../text/capability-words.ts';
import { maxSessionSeconds } from '../../../shared/access/session-limits.ts';
import { needsFolder, serverOfScope, type Scope } from '../../../shared/access/scopes.ts';
import { hasMarkedText } from '../../../shared/base/visible-text.ts';
import { identityTexts } from '../../text/caller-words.ts';
import { count, listed, lowerFirst } from '../../text/counting.ts';
import { folderName } from '../../text/place-names.ts';
import { spanWords } from '../../text/times.ts';
import { marksUnseen, timeIsUp } from '../frame/frame-text.ts';
import { nearestPreset, presets } from '../../../shared/access/presets.ts';

export const accessText = {
  // access-ask-form.tsx
  folderNote: 'The name or a folder',

  // access-more.tsx
  folder: 'Folder',
  scopes: 'Scopes',
  sandbox: 'Sandbox',
  commandsInSandbox: 'Commands see only these folders, and none of your keys.',
  like: ({ title, rest }: PresetWords) => `Like “${title}”${rest}`,

  // no-sandbox-line.tsx
  noSandbox: 'No sandbox on this computer.',
  ownToolsOutside: 'Its own tools run outside the sandbox, with all your rights.',
  whyNoSandbox: 'Why',
  howToAddSandbox: 'Why, and how to add it',

  // access-sentence.tsx
  workIn: '{agent} wants to work in {place} for {span}',
  readIn: '{agent} wants to read {place} for {span}',
  runIn: '{agent} wants to work in {place} for {span}, in the sandbox',
  workAgain: '{agent} wants to work in {place} again',
  readAgain: '{agent} wants to read {place} again',
  useForSpan: (what: string) => `{agent} wants to ${what} for {span}`,
  folderCount: (amount: number) => count(amount, 'folder'),

  // run-hosts.tsx
  reachesUnasked: 'Reaches without asking',
  asksForOthers:
    'You’re asked about every other site. It sees only this folder, its login and installed tools.',

  // capability-rows.tsx
  whatItMayDo: 'What it may do',

  // role-choice.tsx
  preset: 'Preset',
  everythingAsked: 'All it asks for',
  asRole: (name: string) => `As ${name}`,
  cutByRole: (role: string, what: string) => `Its role ${role} leaves out: ${what}.`,

  // duration-field.tsx
  duration: 'For how long',
  callingProgramUnknown:
    "Gatehouse couldn't identify the calling program, so the limit is 15 minutes.",

  // root-field.tsx
  folders: 'Folders',
  chooseASubfolderOf: (value: string) => `Choose a subfolder of ${value}`,
  chooseASubfolder: 'Choose a subfolder…',

  // Messages
  untilQuit: 'Until I quit',
  folderPickerFailed: 'The folder picker did not open. Try again.',
} as const;

export { capabilityIcons, capabilityNames } from '../../text/capability-words.ts';

const holdsAny = (kept: readonly Scope[], ...wanted: readonly Scope[]): boolean =>
  wanted.some((scope) => kept.includes(scope));

/** Details that the row's name does not include. */
export function capabilityNote(
  capability: Capability,
  kept: readonly Scope[],
  hasSandbox: boolean,
): string {
  if (kept.length === 0) return '';
  switch (capability) {
    case 'read':
      return '';
    case 'edit':
      return holdsAny(kept, 'git:commit', 'git:branch') ? 'and commit' : '';
    case 'run':
      if (holdsAny(kept, 'manage:plugins')) return 'and manage plugins';
      if (holdsAny(kept, 'exec:terminal')) return 'and use a terminal';
      return hasSandbox ? 'in the sandbox' : 'new ones are asked';
    case 'network':
      return listed([
        ...(holdsAny(kept, 'browser:tools') ? ['browser tabs'] : []),
        ...(holdsAny(kept, 'backend:read', 'backend:send') ? ['the backend'] : []),
      ]);
    case 'servers':
      return kept.map((scope) => serverOfScope(scope) ?? scope).join(', ');
    case 'delete':
      return 'to the trash';
  }
}

/** "6", "5 of 6", "off". */
export function countWords(kept: number, all: number): string {
  if (kept === 0) return 'off';
  return kept === all ? `${all}` : `${kept} of ${all}`;
}

const minute = 60;
const hour = 60 * minute;

/** "1 hour", "15 min", "1 h 30 min". */
export const longSpan = (seconds: number): string =>
  seconds >= hour && seconds % hour === 0 ? count(seconds / hour, 'hour') : spanWords(seconds);

/** Not broken between the number and its unit. */
export const unbroken = (words: string): string => words.replaceAll(' ', '\u00A0');

/** A longer name would push the question off the screen; then the list below names it. */
const longestNameInSentence = 40;

/** One folder that needs no warning: the sentence names it. */
export const isFolderInSentence = ({ roots, picked, rootWarnings }: AccessAsk): boolean => {
  const [only = ''] = roots;
  return (
    roots.length === 1 &&
    picked.length === 0 &&
    rootWarnings[only] === undefined &&
    folderName(only).length <= longestNameInSentence &&
    only.length <= longestPathInTitle &&
    !hasMarkedText(only)
  );
};

/** What a tooltip still shows. */
const longestPathInTitle = 200;

/** The sentence, with places for the agent, the folder and the time. */
export function sentencePattern({ roots, scopes, lastTime, run }: AccessAsk): string {
  if (run) return accessText.runIn;
  const groups = capabilityGroups(scopes);
  if (roots.length === 0)
    return accessText.useForSpan(
      listed(groups.map(({ capability }) => lowerFirst(capabilityNames[capability]))),
    );
  const onlyReads = groups.every(({ capability }) => capability === 'read');
  if (lastTime && !lastTime.history) return onlyReads ? accessText.readAgain : accessText.workAgain;
  return onlyReads ? accessText.readIn : accessText.workIn;
}

export interface GrantSelection {
  readonly scopes: readonly Scope[];
  readonly roots: readonly string[];
  readonly seconds: number;
  /** For one call. */
  readonly once: boolean;
  readonly hasSeenMarks: boolean;
}

/** "Allow for 1 hour". */
export function allowLabel(choice: GrantSelection): string {
  if (nothingTicked(choice)) return 'Allow nothing';
  if (choice.once) return 'Allow one call';
  if (choice.seconds === maxSessionSeconds) return 'Allow until I quit';
  return `Allow for ${longSpan(choice.seconds)}`;
}

/** All selectable folders: the requested ones, and subfolders that the user picked. */
export const placesIn = ({ roots, picked }: AccessAsk): readonly string[] => [
  ...roots,
  ...picked.map(({ path }) => path),
];

/** Marked characters where they could make one folder or agent look like another. */
export const hasMarkedIdentity = (ask: AccessAsk): boolean =>
  [...identityTexts(ask.agent), ...placesIn(ask)].some((text) => hasMarkedText(text));

export const whyNotYet = (
  ask: AccessAsk,
  choice: GrantSelection,
  now: number,
  unread: string | null,
): string | null =>
  timeIsUp(ask, now) ??
  nothingTicked(choice) ??
  unread ??
  marksUnseen(hasMarkedIdentity(ask), choice.hasSeenMarks);

function nothingTicked({ scopes, roots }: GrantSelection): string | null {
  if (scopes.length === 0) return 'Switch on at least one row.';
  const lacksFolder = roots.length === 0 && needsFolder(scopes);
  return lacksFolder ? 'Select at least one folder.' : null;
}

export interface PresetWords {
  readonly title: string;
  readonly rest: string;
}

const maxNamedScopes = 3;

export function presetWords(scopes: readonly Scope[]): PresetWords {
  const { name, beyond } = nearestPreset(scopes);
  const { title, sentence } = presets[name];
  if (beyond.length === 0) return { title, rest: `. ${sentence}.` };
  const more =
    beyond.length <= maxNamedScopes ? beyond.join(', ') : `${beyond.length} more permissions`;
  return { title, rest: `, plus ${more}` };
}
