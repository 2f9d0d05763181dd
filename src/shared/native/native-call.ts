/**
 * Calls of agents' own tools ("native" calls): the gate decides, the agent executes. The agent's
 * hook sends its JSON; an adapter per client parses it into a `NativeEvent` and writes the gate's
 * verdict in that client's format. Everything here is the agent's claim.
 */
export const nativeClients = [
  'claude-code',
  'codex',
  'opencode',
  'copilot',
  'gemini',
  'cursor',
] as const;
export type NativeClient = (typeof nativeClients)[number];

/** One file of an edit. `null` text is unknown (for instance if only a patch is given). */
export interface NativeFileChange {
  readonly path: string;
  readonly change: 'create' | 'edit' | 'delete' | 'move';
  /** The target of a move. */
  readonly to?: string;
  /** The complete new text, if the tool writes whole files. */
  readonly newText?: string;
  /** The replaced passages, if the tool replaces text. */
  readonly replacements?: readonly {
    readonly oldText: string;
    readonly newText: string;
    readonly all: boolean;
    /**
     * Set if the passage consists of whole lines of a patch: their position according to the
     * patch. Only the client knows how it searches for that position, so with a text here the
     * result is unknown.
     */
    readonly at?: string;
  }[];
}

/** What the agent wants to do, independent of the client. */
export type NativeRequest =
  | { readonly kind: 'command'; readonly line: string; readonly inBackground: boolean }
  | { readonly kind: 'edit'; readonly files: readonly NativeFileChange[] }
  | { readonly kind: 'read'; readonly paths: readonly string[] }
  | { readonly kind: 'fetch'; readonly url: string }
  /** A tool of Gatehouse's own MCP server: it passes the gate itself and needs no second ask. */
  | { readonly kind: 'gatehouse-tool'; readonly tool: string }
  | { readonly kind: 'mcp-tool'; readonly server: string; readonly tool: string }
  /** A tool without effect outside the conversation, such as a to-do list. */
  | { readonly kind: 'harmless'; readonly tool: string }
  /** Starts a sub-agent, whose calls are judged individually. */
  | { readonly kind: 'sub-agent'; readonly description: string }
  /** A tool unknown to the adapter: always needs an ask. */
  | { readonly kind: 'unknown-tool'; readonly tool: string };

interface FromConversation {
  /** The client's id of its conversation. */
  readonly conversation: string;
  readonly cwd: string;
  /** Set if a sub-agent acts. */
  readonly subAgent?: string;
  readonly clientVersion?: string;
}

interface ToolEvent extends FromConversation {
  /** The client's id of this call; several clients send none. */
  readonly callId: string | null;
  readonly tool: string;
  /** The arguments as the client sent them, for the entry. */
  readonly args: unknown;
  readonly request: NativeRequest;
  /** The purpose that the model stated. */
  readonly reason?: string;
}

export type NativeEvent =
  /** Before the tool runs. */
  | (ToolEvent & { readonly kind: 'before' })
  /** The client is about to show its own prompt for the tool, and takes our answer instead. */
  | (ToolEvent & { readonly kind: 'permission' })
  | (ToolEvent & {
      readonly kind: 'after';
      readonly succeeded: boolean;
      readonly exitCode?: number;
      /** Output or error text, if the client sends it. */
      readonly text?: string;
      /** Texts of the changed files before the edit, if the client sends them; for undo. */
      readonly previousTexts?: readonly { readonly path: string; readonly text: string }[];
    })
  | (FromConversation & { readonly kind: 'session-started' | 'session-ended' })
  /** An event that needs no decision. */
  | { readonly kind: 'ignored' }
  | { readonly kind: 'unreadable'; readonly message: string };

/**
 * `pass` leaves the decision to the client, as if no hook were installed (for tools that pass the
 * gate themselves).
 */
export type NativeVerdict =
  | { readonly kind: 'allow' }
  | { readonly kind: 'pass' }
  | { readonly kind: 'deny'; readonly message: string };

/** What the hook program prints, and its exit code. */
export interface HookAnswer {
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
}

export interface NativeAdapter {
  readonly client: NativeClient;
  /** The newest tested client version, or null if it could not be tested. */
  readonly testedVersion: string | null;
  /**
   * Never throws; `event` is the second argument of `gatehouse hook`, for clients whose input does
   * not name the event.
   */
  read(input: unknown, event: string | undefined): NativeEvent;
  /** How this client receives the verdict on this event. */
  answer(event: NativeEvent, verdict: NativeVerdict): HookAnswer;
}
