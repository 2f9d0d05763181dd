/** What we found out about the process that calls. */
import type { Agent, VerifiedCaller } from '../../shared/access/access.ts';
import { hasMarkedText } from '../../shared/base/visible-text.ts';
import { lastNameOf } from '../../shared/files/path-separators.ts';

/** The last part of a path, on any system. */
export const programName = (executable: string): string => lastNameOf(executable) || executable;

/** The programs that started it, nearest first, without unknown ones. */
export function startedBy({ parents }: VerifiedCaller): readonly string[] {
  const names = parents.flatMap(({ executable }) => (executable ? [programName(executable)] : []));
  return names.filter((name, index) => name !== names[index - 1]).slice(0, 4);
}

/** All identity texts that others control. */
export const identityTexts = ({
  claimedName,
  claimedVersion,
  verified,
}: Agent): readonly string[] => [
  claimedName,
  claimedVersion,
  ...(verified ? [verified.executable, verified.cwd ?? '', ...startedBy(verified)] : []),
];

/** Another program used this key before. */
export const isCallerChanged = ({ verified }: Pick<Agent, 'verified'>): boolean =>
  verified !== null && !verified.sameAsBefore;

/** Something that the user should look at before anything else. */
export const isUnusualAgent = (agent: Agent): boolean =>
  isCallerChanged(agent) ||
  agent.door === 'management' ||
  agent.remote !== undefined ||
  identityTexts(agent).some((text) => hasMarkedText(text));
