/**
 * The protocol between `gatehouse hook` and the app over the private socket. The app proves its
 * identity first, as for `gatehouse stdio` (server-proof.ts; a socket has no port, so 0 is used).
 */
export const hookRoute = '/hook';
/**
 * Where hooks inside the sandbox of `gatehouse run` report, at the port of the MCP endpoint: `CLIENT` or
 * `CLIENT/EVENT` follows, and the hook's JSON is the whole body. Only what comes out of such a sandbox is served.
 */
export const sandboxedHookRoute = '/sandboxed-hook/';
export const hookProofPort = 0;

/** The maximum size of a hook's message. More is refused without being parsed. */
export const maxHookBytes = 8 * 1024 ** 2;
