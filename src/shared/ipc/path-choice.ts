/** What the user can be asked to select in the system's own file dialog. */
export const pathPurposes = [
  'rule-folder',
  'role-folder',
  'backend-folder',
  'agent-folder',
  'server-folder',
  'certificate',
  'key',
] as const;
export type PathPurpose = (typeof pathPurposes)[number];
