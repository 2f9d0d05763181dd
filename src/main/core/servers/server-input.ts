/** A request of an MCP server for input of the user (elicitation), and the answer to it. */
import type { Agent } from '../../../shared/access/access.ts';
import type { SessionId } from '../../../shared/base/ids.ts';

export interface ServerInputRequest {
  readonly server: string;
  /** Whose call was under way when the server asked; null when several agents' calls were. */
  readonly agent: Agent | null;
  /** The action of that call. */
  readonly action: string | null;
  /** Its session: the ask ends with it. */
  readonly sessionId?: SessionId | null;
  /** The server's text. */
  readonly message: string;
  readonly wants:
    | { readonly kind: 'form'; readonly schema: unknown }
    | { readonly kind: 'url'; readonly url: string };
}

/** Shows the request in the ask window; no answer means `cancel`. */
export type AskForServerInput = (
  request: ServerInputRequest,
  signal: AbortSignal,
) => Promise<ServerInputAnswer>;

/** As MCP has it. `cancel`: nobody answered. */
export type ServerInputAnswer =
  | {
      readonly action: 'accept';
      readonly content?: Readonly<Record<string, string | number | boolean | readonly string[]>>;
    }
  | { readonly action: 'decline' }
  | { readonly action: 'cancel' };
