/** Effects said in plain words. */
import type { EffectName } from './command-class.ts';

const verbs: Readonly<Record<EffectName, string>> = {
  reads: 'reads files or settings',
  network: 'uses the network',
  writes: 'writes files or settings',
  'changes-git': 'changes the repository',
  deletes: 'deletes, discards or stops something',
  'runs-other-code': 'runs another program or code',
  privilege: 'acts on the system or on secrets',
  unknown: 'does something Gatehouse does not know',
};

/** `says` is what the first of the effects means for this program or flag. */
export const sentenceFor =
  (subject: string, says = '', first?: EffectName) =>
  (effect: EffectName): string =>
    `${subject} ${says === '' || (first !== undefined && effect !== first) ? verbs[effect] : says}`;
