/** Effects of commands in plain words. */
import { effectWords, type EffectName } from '../../../shared/commands/command-effects.ts';

/** `says` is what the first of the effects means for this program or flag. */
export const sentenceFor =
  (subject: string, says = '', first?: EffectName) =>
  (effect: EffectName): string =>
    `${subject} ${says === '' || (first !== undefined && effect !== first) ? effectWords[effect] : says}`;
