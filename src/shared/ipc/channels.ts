/** Free of zod, so that preloads stay tiny and pages load at once. */
export const pushChannels = { snapshot: 'push:snapshot', ask: 'push:ask' } as const;

/** Nothing approves sooner than this after the ask was painted, moved, focused or changed. */
export const inputGuardMs = 600;
