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

/**
 * With this option the bridge ends with `confirmedStatus` instead of 0, so that the shell around it can tell a
 * clear answer from any other program that ends without an error.
 */
export const confirmOption = '--confirm';
export const confirmedStatus = 10;

/** The limit that hooks get in a client's settings: a day. After it, several clients run the tool. */
export const hookLimitMs = 86_400_000;
