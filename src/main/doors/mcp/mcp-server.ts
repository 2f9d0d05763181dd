/** One MCP server for one MCP session: which tools there are, and their calls. */
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import {
  CallToolRequestSchema,
  ErrorCode,
  ListToolsRequestSchema,
  McpError,
} from '@modelcontextprotocol/sdk/types.js';
import type { Agent, VerifiedCaller } from '../../../shared/access.ts';
import { ClientId } from '../../../shared/ids.ts';
import type { Tools } from './tools.ts';
import type { Waiting } from './waiting.ts';

const instructions =
  'Gatehouse guards this machine. Call request_access first, with the fewest scopes and folders ' +
  'that do the job and a reason the person will understand. If the answer is "pending", call ' +
  'await_access. A refusal says what to do next. Call end_session when you are done.';

interface AuthInfo {
  readonly clientId: string;
  readonly extra?: Record<string, unknown> | undefined;
}

/** What we use of the SDK's second argument. */
interface Extra {
  readonly signal: AbortSignal;
  readonly authInfo?: AuthInfo | undefined;
  readonly _meta?: { readonly progressToken?: string | number | undefined } | undefined;
  sendNotification(notification: {
    method: 'notifications/progress';
    params: { progressToken: string | number; progress: number; message: string };
  }): Promise<void>;
}

export function buildServer(tools: Tools, version: string): Server {
  const server = new Server(
    { name: 'gatehouse', title: 'Gatehouse', version },
    { capabilities: { tools: {} }, instructions },
  );
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: [...tools.list] }));
  server.setRequestHandler(CallToolRequestSchema, async ({ params }, extra) => {
    const agent = agentOf(server, extra);
    const result = await tools.call(params.name, params.arguments, agent, waitingOf(extra));
    if (!result) throw new McpError(ErrorCode.InvalidParams, `There is no tool ${params.name}.`);
    return result;
  });
  return server;
}

function agentOf(server: Server, { authInfo }: Extra): Agent {
  const claimed = server.getClientVersion();
  return Object.freeze({
    clientId: ClientId.parse(authInfo?.clientId),
    claimedName: (claimed?.title ?? claimed?.name ?? 'unnamed').slice(0, 100),
    claimedVersion: (claimed?.version ?? '').slice(0, 40),
    door: 'mcp',
    verified: (authInfo?.extra?.['verified'] as VerifiedCaller | undefined) ?? null,
  });
}

/** A call is over when the client cancels it or when its connection is gone. */
function waitingOf(extra: Extra): Waiting {
  const gone = extra.authInfo?.extra?.['gone'];
  const signals = gone instanceof AbortSignal ? [extra.signal, gone] : [extra.signal];
  const progressToken = extra._meta?.progressToken;
  return {
    signal: AbortSignal.any(signals),
    progress(elapsedMs) {
      if (progressToken === undefined) return;
      const params = {
        progressToken,
        progress: Math.round(elapsedMs / 1000),
        message: 'Waiting for the person',
      };
      // The client may be gone by now; the wait ends by its signal, not by this.
      extra.sendNotification({ method: 'notifications/progress', params }).catch(() => undefined);
    },
  };
}
