/** What the allow button says, and why it may not be pressed yet. */
import type { AccessAsk } from '../../shared/access.ts';
import { needsFolder, type Scope } from '../../shared/scopes.ts';
import { hasHiddenText } from '../../shared/visible-text.ts';
import { identityTexts } from '../words/caller-words.ts';
import { count, listed } from '../words/counting.ts';
import { riskWord, risksOf } from '../words/risk-words.ts';
import { endTime, type Zone } from '../words/times.ts';
import { marksUnseen, timeIsUp } from './obstacles.ts';

export interface Choice {
  readonly scopes: readonly Scope[];
  readonly roots: readonly string[];
  readonly seconds: number;
  /** For one call. */
  readonly once: boolean;
  readonly hasSeenMarks: boolean;
}

export function allowLabel(choice: Choice, now: number, zone: Zone = {}): string {
  if (nothingTicked(choice)) return 'Allow nothing';
  const rights = count(choice.scopes.length, 'scope');
  const folders = choice.roots.length;
  const what = folders > 0 ? `${rights} in ${count(folders, 'folder')}` : rights;
  if (choice.once) return `Allow ${what} for one call`;
  return `Allow ${what} until ${endTime(now + choice.seconds * 1000, now, zone)}`;
}

/** All folders that can be ticked: those asked for, and those the person picked inside them. */
export const placesIn = ({ roots, picked }: AccessAsk): readonly string[] => [
  ...roots,
  ...picked.map(({ path }) => path),
];

/** "Look and change": the kinds of things this yes would let happen. */
export function riskSummary(chosen: readonly Scope[]): string {
  const words = risksOf(chosen).map((risk, index) =>
    index === 0 ? riskWord[risk] : riskWord[risk].toLowerCase(),
  );
  return words.length === 0 ? 'Nothing ticked' : listed(words);
}

/** Hidden characters where they could make one folder or agent look like another. */
export const hasMarkedIdentity = (ask: AccessAsk): boolean =>
  [...identityTexts(ask.agent), ...placesIn(ask)].some((text) => hasHiddenText(text));

export const whyNotYet = (ask: AccessAsk, choice: Choice, now: number): string | null =>
  timeIsUp(ask, now) ??
  nothingTicked(choice) ??
  marksUnseen(hasMarkedIdentity(ask), choice.hasSeenMarks);

function nothingTicked({ scopes, roots }: Choice): string | null {
  if (scopes.length === 0) return 'Tick at least one scope to allow something.';
  const lacksFolder = roots.length === 0 && needsFolder(scopes);
  return lacksFolder ? 'Tick at least one folder to allow something.' : null;
}
