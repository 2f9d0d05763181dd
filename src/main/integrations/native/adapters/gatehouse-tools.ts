/**
 * Recognises the tools of Gatehouse's own MCP server by the name a client gives them. They pass the gate
 * by themselves, so the hook leaves them alone; a tool that only looks like one must not be taken for it.
 *
 * The name of the server has to be exactly ours, and the tool one that we have: `mcp__gatehouse__open_file`
 * is ours, while a server `gatehouse__open` with a tool `file` is not. Where a client says which
 * settings file a server comes from, it has to be the user's. Most do not say it. In these a repository
 * that may define a server called gatehouse can, with the same trust, switch hooks off or start a
 * program of its own, so believing the name gives it nothing that it would not have.
 */
import { isAction } from '../../../../shared/actions/actions.ts';
import type { NativeRequest } from '../../../../shared/native/native-call.ts';
import { callsMcp } from './tool-table.ts';

export const ourServer = 'gatehouse';

const accessTools: ReadonlySet<string> = new Set([
  'request_access',
  'await_access',
  'access_status',
  'preview_access',
  'end_session',
]);

const isOurTool = (tool: string): boolean => isAction(tool) || accessTools.has(tool);

/** A tool whose server the client names separately. */
export const toolOf = (server: string, tool: string): NativeRequest =>
  server === ourServer && isOurTool(tool)
    ? { kind: 'gatehouse-tool', tool }
    : callsMcp(server, tool);

/**
 * A tool known only by the joined name of server and tool. Where the server's name ends cannot
 * always be determined, but only the words shown to the user depend on it.
 */
export function toolInName(name: string, separator: string): NativeRequest | null {
  if (name.startsWith(`${ourServer}${separator}`)) {
    const tool = name.slice(ourServer.length + separator.length);
    if (isOurTool(tool)) return { kind: 'gatehouse-tool', tool };
  }
  const at = name.indexOf(separator);
  if (at < 1) return null;
  return callsMcp(name.slice(0, at), name.slice(at + separator.length));
}
