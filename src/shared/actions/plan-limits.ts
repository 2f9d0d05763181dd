/** A user cannot review more files than this in one ask. */
export const mostPlannedFiles = 1000;
