/** Effects of commands in plain words. */
import { effectWords, type EffectName } from '../../../shared/commands/command-effects.ts';

/** `phrase` describes the first effect for this program or flag. */
export const sentenceFor =
  (subject: string, phrase = '', first?: EffectName) =>
  (effect: EffectName): string =>
    `${subject} ${phrase === '' || (first !== undefined && effect !== first) ? effectWords[effect] : phrase}`;
