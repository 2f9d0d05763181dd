/** More at once nobody can look through. */
export const mostPlannedFiles = 1000;
