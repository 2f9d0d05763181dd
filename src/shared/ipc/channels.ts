/** The names of IPC channels. No zod here, so that preloads stay small and pages load fast. */
export const pushChannels = { snapshot: 'push:snapshot', ask: 'push:ask' } as const;

/** No approval counts within this time after the ask was painted, moved, focused or changed. */
export const inputGuardMs = 600;
