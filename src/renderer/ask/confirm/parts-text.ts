/** All text about the parts of a line. */
import type { ShownPart } from '../../../shared/asks/asks.ts';
import { effectWords } from '../../../shared/commands/command-effects.ts';
import { listed } from '../../text/counting.ts';

export const partsText = {
  partsInOrder: 'Parts of the command, in order',
  allow: 'Allow',
  deny: 'Deny',
  denyAll: 'Deny all',
  answerOf: (number: number) => `Answer for part ${number}`,
  runAll: (amount: number) => `Run all ${amount}`,
  answerFirst: 'Allow or deny each part first.',
} as const;

/** "Run part 1 only", "Run parts 1 and 3 only". */
export const partsLabel = (allowed: readonly number[]): string =>
  `Run ${allowed.length === 1 ? 'part' : 'parts'} ${listed(allowed.map((at) => `${at + 1}`))} only`;

/** Parts have no name but their place, and the same may come twice. */
export const numbered = (
  parts: readonly ShownPart[],
): readonly { readonly part: ShownPart; readonly number: number }[] =>
  parts.map((part, at) => ({ part, number: at + 1 }));

/** Its most serious sentence, or else its effects in general words. */
export const partEffects = ({ does, effects }: ShownPart): string => {
  const [first] = does;
  if (first !== undefined) return first;
  const words = effects.toReversed().map((effect) => effectWords[effect]);
  return words.length === 0 ? '' : `It ${words.join(', and ')}.`;
};

/** The operator in words. */
export const joinWords: Readonly<Record<ShownPart['join'], string>> = {
  '|': 'pass its output on',
  '&&': 'if that works',
  '||': 'if that fails',
  ';': 'then',
  none: '',
};

/** Where its output goes. */
export const partNote = ({ stdout, stderr }: ShownPart): string => {
  const output = stdout === 'dropped' ? ' Its output is discarded.' : '';
  const errors = {
    kept: '',
    output: ' Errors go the same way.',
    dropped: ' Errors are discarded.',
  };
  return `${output}${errors[stderr]}`;
};
