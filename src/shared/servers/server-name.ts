/** The names of MCP servers behind the gate. Without zod, because editors use the scopes too. */

/** No underscores, so that `server__tool` can always be split. */
export const serverNamePattern = /^[a-z0-9]([a-z0-9-]{0,30}[a-z0-9])?$/;

export const isServerName = (name: string): boolean => serverNamePattern.test(name);
