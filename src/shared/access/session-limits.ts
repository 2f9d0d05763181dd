/** Limits of sessions. No zod here, so that the ask window loads without a parser. */
export const maxSessionSeconds = 8 * 60 * 60;
export const minSessionSeconds = 60;
/** So long a session for one call waits for that call. */
export const onceSeconds = 5 * 60;
export const defaultSessionSeconds = 15 * 60;
/** For whoever calls from a program that could not be found out. */
export const longestUnverifiedSeconds = 15 * 60;
/** So long the time to answer stands still after each touch of the ask window. */
export const touchedMs = 30_000;
export const maxReasonLength = 2000;
