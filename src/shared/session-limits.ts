/** Free of zod, so that the ask window can say the limits without loading a parser. */
export const maxSessionSeconds = 8 * 60 * 60;
export const minSessionSeconds = 60;
export const defaultSessionSeconds = 15 * 60;
export const maxReasonLength = 2000;
