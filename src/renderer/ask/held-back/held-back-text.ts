/** All text of the ask about a held-back file. */
export const heldBackText = {
  putItBack: 'Put it back',
  leaveInTrash: 'Leave in trash',
  file: 'File',
  withoutAnswer: 'Unanswered',
  staysInTrash: 'It stays in the trash. You can find it in Activity.',
  textOf: (path: string) => `Text of ${path}`,
  theText: 'The text',
  inTheTrashNow: 'In the trash now',
  itHasNotRun: 'It hasn’t run.',
  nameOrText: 'The name or the text',
  byACommand: 'by a command',
  by: 'by',
} as const;
