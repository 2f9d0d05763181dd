/** Limits of sessions. No zod here, so that the ask window loads without a parser. */
export const maxSessionSeconds = 8 * 60 * 60;
export const minSessionSeconds = 60;
/** How long a session for one call waits for that call. */
export const onceSeconds = 5 * 60;
export const defaultSessionSeconds = 15 * 60;
/** The limit if the calling program could not be identified. */
export const longestUnverifiedSeconds = 15 * 60;
/** How long the deadline is paused after each interaction with the ask window. */
export const touchedMs = 30_000;
export const maxReasonLength = 2000;
