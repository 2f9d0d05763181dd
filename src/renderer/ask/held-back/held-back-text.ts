/** All text of the ask about a held-back file. */
export const heldBackText = {
  keepIt: 'Keep it',
  leaveInTrash: 'Leave in trash',
  staysUntil: (time: string) => `Stays in the trash if not answered by ${time}`,
  notNow: 'Not now',
  esc: 'Esc',
  textOf: (path: string) => `Text of ${path}`,
  inTheTrashNow: 'In the trash now',
  itHasNotRun: 'It hasn’t run.',
  nameOrText: 'The name or the text',
  byACommand: 'by a command',
  by: 'by',
};
