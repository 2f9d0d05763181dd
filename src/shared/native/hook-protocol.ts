/**
 * What `gatehouse hook` and the app say to each other, over the private socket. The app proves itself
 * first, as it does for `gatehouse stdio` (server-proof.ts; a socket has no port, so 0 stands there).
 */
export const hookRoute = '/hook';
export const hookProofPort = 0;

/** What a hook may send. More is refused without being read. */
export const maxHookBytes = 8 * 1024 ** 2;
