/** What the window may ask the person to point at, in the system's own dialog. */
export const pathPurposes = ['rule-folder', 'backend-folder', 'certificate', 'key'] as const;
export type PathPurpose = (typeof pathPurposes)[number];
