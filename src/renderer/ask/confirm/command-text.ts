/** A command in words. */
import type { ShownCommand } from '../../../shared/asks/asks.ts';
import { effectWords, type EffectName } from '../../../shared/commands/command-effects.ts';
import type { Risk } from '../../../shared/access/scopes.ts';
import { count } from '../../text/counting.ts';

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

/** The weightiest first; what is not known stands out. */
export const effectLines = ({ effects }: ShownCommand): readonly EffectLine[] =>
  effects.toReversed().map((effect) => ({
    effect,
    risk: riskOfEffect[effect],
    words:
      effect === 'unknown'
        ? 'Gatehouse does not know everything it does'
        : `It ${effectWords[effect]}`,
  }));

/** Where the file that is started has another name than the one it was found by. */
export const programNote = ({ program, programFile }: ShownCommand): string | null =>
  programFile === null || programFile === program ? null : ` (a link to ${programFile})`;

/** "14 variables, nothing else". */
export const environmentWords = ({ environment }: ShownCommand): string =>
  environment.length === 0 ? 'none' : `${count(environment.length, 'variable')}, nothing else`;

/** "HOME, LANG, PATH". */
export const environmentNames = ({ environment }: ShownCommand): string =>
  environment.toSorted().join(', ');
