/** The names of effects that a command can have, for the window and the ledger. */

/** From least to most severe; `unknown` is a class of its own. */
export const effectNames = [
  'reads',
  'network',
  'writes',
  'changes-git',
  'deletes',
  'runs-other-code',
  'privilege',
  'unknown',
] as const;

export type EffectName = (typeof effectNames)[number];

/** "It …" */
export const effectWords: Readonly<Record<EffectName, string>> = {
  reads: 'reads files or settings',
  network: 'uses the network',
  writes: 'writes files or settings',
  'changes-git': 'changes the repository',
  deletes: 'deletes, discards or stops something',
  'runs-other-code': 'runs another program or code',
  privilege: 'acts on the system or on secrets',
  unknown: 'does something Gatehouse does not know',
};
