/**
 * Calls of agents' own tools ("native" calls): the gate decides, the agent executes.
 * A hook of the agent sends its JSON; an adapter per client reads it into a `NativeEvent` and writes the
 * gate's verdict in the form that client understands. Everything here comes from the agent: it is a claim.
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

/** One file of an edit. A `null` text is unknown (for instance when only a patch is given). */
export interface NativeFileChange {
  readonly path: string;
  readonly change: 'create' | 'edit' | 'delete' | 'move';
  /** Target of a move. */
  readonly to?: string;
  /** The complete new text, where the tool writes whole files. */
  readonly newText?: string;
  /** The replaced passages, where the tool replaces text. */
  readonly replacements?: readonly {
    readonly oldText: string;
    readonly newText: string;
    readonly all: boolean;
    /**
     * Set where the passage consists of whole lines of a patch: where they are, as the patch says it. How
     * that place is searched for only the client knows, so with a text here the result is not known.
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
  /** A tool of Gatehouse's own MCP server: it passes the gate by itself and is not asked about twice. */
  | { readonly kind: 'gatehouse-tool'; readonly tool: string }
  | { readonly kind: 'mcp-tool'; readonly server: string; readonly tool: string }
  /** A tool without effect outside the conversation, such as a to-do list. */
  | { readonly kind: 'harmless'; readonly tool: string }
  /** Starts a sub-agent, whose calls are judged one by one. */
  | { readonly kind: 'sub-agent'; readonly description: string }
  /** A tool the adapter does not know: always asked about. */
  | { readonly kind: 'unknown-tool'; readonly tool: string };

interface FromConversation {
  /** The client's id of its conversation. */
  readonly conversation: string;
  readonly cwd: string;
  /** Set if a sub-agent acts. */
  readonly subAgent?: string;
  readonly clientVersion?: string;
}

interface AboutTool extends FromConversation {
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
  | (AboutTool & { readonly kind: 'before' })
  /** The client is about to show its own prompt for the tool, and takes our answer instead. */
  | (AboutTool & { readonly kind: 'permission' })
  | (AboutTool & {
      readonly kind: 'after';
      readonly succeeded: boolean;
      readonly exitCode?: number;
      /** Output or error text, as far as the client sends it. */
      readonly text?: string;
      /** Texts of the changed files before the edit, where the client sends them; for undo. */
      readonly previousTexts?: readonly { readonly path: string; readonly text: string }[];
    })
  | (FromConversation & { readonly kind: 'session-started' | 'session-ended' })
  /** An event that needs no decision. */
  | { readonly kind: 'ignored' }
  | { readonly kind: 'unreadable'; readonly message: string };

/** `pass` leaves the decision to the client, as if no hook were installed (tools that pass the gate themselves). */
export type NativeVerdict =
  | { readonly kind: 'allow' }
  | { readonly kind: 'pass' }
  | { readonly kind: 'deny'; readonly message: string };

/** What the bridge program prints and how it exits. */
export interface HookAnswer {
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
}

export interface NativeAdapter {
  readonly client: NativeClient;
  /** The newest version of the client these facts were tried with, or null if it could not be tried. */
  readonly testedVersion: string | null;
  /** Never throws; `event` is the second argument of `gatehouse hook`, where the input does not name its event. */
  read(input: unknown, event: string | undefined): NativeEvent;
  /** How this client receives the verdict on this event. */
  answer(event: NativeEvent, verdict: NativeVerdict): HookAnswer;
}
