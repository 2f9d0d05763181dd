/** All text of the access ask: what is requested, for how long, and what Allow does. */
import type { AccessAsk } from '../../../shared/access/access.ts';
import { needsFolder, type Scope } from '../../../shared/access/scopes.ts';
import { hasMarkedText } from '../../../shared/base/visible-text.ts';
import { identityTexts } from '../../text/caller-words.ts';
import { count, listed } from '../../text/counting.ts';
import { risksOf, riskWord } from '../../text/risk-words.ts';
import { endTime, type Zone } from '../../text/times.ts';
import { marksUnseen, timeIsUp } from '../frame/frame-text.ts';
import { nearestPreset, presets } from '../../../shared/access/presets.ts';

export const accessText = {
  // access-ask-form.tsx
  theNameOrAFolder: 'The name or a folder',

  // duration-field.tsx
  duration: 'Duration',
  requested: (value: string | number) => `requested ${value}`,
  until: (value: string | number) => `until ${value}`,
  gatehouseCouldntIdentifyTheCalling:
    "Gatehouse couldn't identify the calling program, so the limit is 15 minutes.",
  custom: 'Custom',
  customMin: 'Custom: {minutes} min',
  n1ToMin: (value: string | number) => `1 to ${value} min`,

  // preset-line.tsx
  like: 'Like “{preset}”{rest}',

  // root-field.tsx
  folders: 'Folders',
  ofSelected: (amount: string | number, amount2: string | number) =>
    `${amount} of ${amount2} selected`,
  chooseASubfolderOf: (value: string | number) => `Choose a subfolder of ${value}`,
  chooseASubfolder: 'Choose a subfolder…',

  // scope-field.tsx
  scopes: 'Scopes',
  readOnlyScopesOnly: 'Read-only scopes only',

  // Messages
  untilQuit: 'Until quit',
  theFolderPickerDidNotOpen: 'The folder picker did not open. Try again.',
} as const;

export interface GrantSelection {
  readonly scopes: readonly Scope[];
  readonly roots: readonly string[];
  readonly seconds: number;
  /** For one call. */
  readonly once: boolean;
  readonly hasSeenMarks: boolean;
}

export function allowLabel(choice: GrantSelection, now: number, zone: Zone = {}): string {
  if (nothingTicked(choice)) return 'Allow nothing';
  const rights = count(choice.scopes.length, 'scope');
  const folders = choice.roots.length;
  const what = folders > 0 ? `${rights} in ${count(folders, 'folder')}` : rights;
  if (choice.once) return `Allow ${what} for one call`;
  return `Allow ${what} until ${endTime(now + choice.seconds * 1000, now, zone)}`;
}

/** All selectable folders: the requested ones, and subfolders that the user picked. */
export const placesIn = ({ roots, picked }: AccessAsk): readonly string[] => [
  ...roots,
  ...picked.map(({ path }) => path),
];

/** "Look and change": the kinds of risk that approval would allow. */
export function riskSummary(selected: readonly Scope[]): string {
  const words = risksOf(selected).map((risk, index) =>
    index === 0 ? riskWord[risk] : riskWord[risk].toLowerCase(),
  );
  return words.length === 0 ? 'Nothing selected' : listed(words);
}

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
  if (scopes.length === 0) return 'Select at least one scope.';
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
