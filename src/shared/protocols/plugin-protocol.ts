/** The protocol between Gatehouse and editor plugins, including the built-in workbench. */
import { isObject } from '../base/is-object.ts';
import { z } from 'zod';
import type { ActionName } from '../actions/actions.ts';
import { eventCategories, events, isEvent, type EventCategory } from './session-events.ts';
import { FileChange } from '../files/file-change.ts';
import { HeldBackText, maxHeldBack, RunRecord } from '../sandbox/run-record.ts';
import { SandboxLaunch } from '../sandbox/sandbox-launch.ts';
import {
  SharedNotice,
  SharedReply,
  SharingOpen,
  SharedBy,
  ShareMessage,
  SharerLost,
} from './share-messages.ts';
import { StartOnWire } from './start-on-wire.ts';

export const pluginProtocolVersion = 1;

/** One message contains one result; JSON encodes a control character in six bytes. */
export const longestMessage = (resultBytes: number): number => resultBytes * 6 + 65_536;
export const workbenchPluginId = 'workbench';

/**
 * The actions of the built-in workbench; they are offered to agents even before it has connected.
 */
export const workbenchActions = [
  'open_file',
  'create_file',
  'rename_file',
  'delete_file',
  'watch_file',
  'search_files',
  'find_in_file',
  'find_in_project',
  'regex_search',
  'replace_text',
  'get_buffers',
  'edit_buffer',
  'switch_buffer',
  'split_pane',
  'close_buffer',
  'get_cursor_pos',
  'set_cursor_pos',
  'get_selection',
  'sync_viewport',
  'exec_command',
  'open_terminal',
  'get_output',
  'send_input',
  'explore_tree',
  'get_workspace_info',
  'build_project',
  'run_tests',
  'analyze_syntax',
  'get_errors',
  'get_completions',
  'format_code',
  'goto_definition',
  'get_code_lens',
  'apply_quick_fix',
  'refactor_symbol',
  'git_status',
  'git_add',
  'git_commit',
  'git_diff',
  'git_branch',
] as const satisfies readonly ActionName[];

const rootOnWire = z.strictObject({ path: z.string(), device: z.string(), inode: z.string() });

/** Also the prefix of its tools' names. */
export const PluginId = z.string().regex(/^[A-Za-z0-9][A-Za-z0-9-]{0,39}$/);

/** A tool that the plugin contributes; agents see it as `<plugin>_<tool>`. */
export const ToolOffer = z.strictObject({
  name: z.string().regex(/^[A-Za-z0-9][A-Za-z0-9_-]{0,59}$/),
  title: z.string().max(100).optional(),
  description: z.string().min(1).max(4000),
  input_schema: z.looseObject({ type: z.literal('object') }),
  annotations: z
    .object({
      readOnlyHint: z.boolean().optional(),
      destructiveHint: z.boolean().optional(),
      idempotentHint: z.boolean().optional(),
      openWorldHint: z.boolean().optional(),
    })
    .default({}),
  /** The scope a session needs to use it. */
  scope: z.string().max(64),
  /** Its time limit; 5 seconds by default. */
  timeout_ms: z.int().min(100).max(600_000).optional(),
});
export type ToolOffer = z.infer<typeof ToolOffer>;

export const Hello = z.strictObject({
  type: z.literal('hello'),
  protocol: z.int(),
  plugin_id: PluginId,
  name: z.string().min(1).max(100),
  version: z.string().max(40),
  actions: z.array(z.string().max(64)).max(200).default([]),
  /** The actions among them that it can plan beforehand. */
  previews: z.array(z.string().max(64)).max(200).default([]),
  tools: z.array(ToolOffer).max(200).default([]),
  workspace_folders: z.array(z.string().max(4096)).max(100).default([]),
  /** Whether it shows its user what agents do in its folders. */
  overview: z.boolean().default(false),
  /** Whether it sends `begin` before a command takes effect; older plugins do not. */
  asks_to_begin: z.literal(true).optional(),
  /** Whether it shares its open documents with the workbench and other editors. */
  shares: z.literal(true).optional(),
});
export type Hello = z.infer<typeof Hello>;

/** Validated against the catalogue once the action it answers is known. */
const AnyObject = z.custom<Record<string, unknown>>(isObject);

export const Result = z.discriminatedUnion('status', [
  z.strictObject({
    type: z.literal('result'),
    id: z.string(),
    status: z.literal('ok'),
    data: AnyObject,
    /** The changed files; their contents are stored by digest. */
    changes: z.array(FileChange).max(10_000).optional(),
    /** Only from the built-in workbench: what a sandboxed program left behind. */
    run: RunRecord.optional(),
    texts: z.array(HeldBackText).max(maxHeldBack).optional(),
  }),
  z.strictObject({
    type: z.literal('result'),
    id: z.string(),
    status: z.literal('error'),
    /** Plugins of the blueprint send only a message. */
    data: z.object({
      code: z.string().max(64).default('action-failed'),
      message: z.string().max(2000).default(''),
    }),
  }),
]);

type PlainResult = Extract<z.infer<typeof Result>, { status: 'ok' }>;

/**
 * Recognises the most frequent message without the schema, which is slow; the schema validates all
 * others.
 */
export function isPlainResult(message: unknown): message is PlainResult {
  if (!isObject(message)) return false;
  const { type, id, status, data } = message;
  const fits = type === 'result' && status === 'ok' && typeof id === 'string' && isObject(data);
  return fits && Object.keys(message).length === 4;
}

/** An event, whether or not anyone asked for it. */
export const PluginEvent = z
  .strictObject({
    type: z.literal('event'),
    event: z.enum(Object.keys(eventCategories) as [EventCategory, ...EventCategory[]]),
    data: z.looseObject({
      name: z.string().refine(isEvent),
      /** What it is about; only sessions with access to this path receive it. */
      path: z.string().max(4096).optional(),
    }),
    /** Only this session receives it. */
    session_id: z.string().max(64).optional(),
  })
  .refine(({ event, data }) => isEvent(data.name) && events[data.name].category === event);
export type PluginEvent = z.infer<typeof PluginEvent>;

/**
 * For a command with `begin`: everything is ready, and nothing has been changed. The plugin
 * continues when `go` arrives. A `cancel` in transit arrives before that.
 */
export const Begin = z.strictObject({ type: z.literal('begin'), id: z.string().max(100) });
export type Begin = z.infer<typeof Begin>;

/** The code shown in Gatehouse's window, as the user typed it into the editor. */
export const PairCode = z.strictObject({ type: z.literal('pair'), code: z.string().max(20) });

/**
 * A request of the user from inside the editor. It can stop agents but never allow anything:
 * answers are given only in Gatehouse's window.
 */
export const PluginRequest = z.strictObject({
  type: z.literal('wish'),
  wish: z.enum(['show-window', 'pause', 'revoke', 'client-key']),
  /** Pause or revoke this session; left out: all sessions in the editor's folders. */
  session_id: z.string().max(64).optional(),
});
export type PluginRequest = z.infer<typeof PluginRequest>;

/**
 * Delete a workspace that the editor has open. Like every deletion it is refused while work would be
 * lost, and shown to the user in the window of Gatehouse. Answered with `workspace_deletion`.
 */
export const DeleteWorkspace = z.strictObject({
  /** The second word is the seed document's. */
  type: z.enum(['delete_workspace', 'api:workspace:delete']),
  id: z.string().max(100),
  /** Its folder; by default the only workspace among the folders of the editor. */
  workspace: z.string().min(1).max(4096).optional(),
  keepBranch: z.boolean().default(false),
});
export type DeleteWorkspace = z.infer<typeof DeleteWorkspace>;

/**
 * Only from the built-in workbench: a program of an ended session has ended, and left this behind.
 */
export const RunEnded = z.strictObject({
  type: z.literal('run_ended'),
  session_id: z.string().max(64),
  /** The entry of the call that started it. */
  entry_id: z.string().max(64),
  /** Its owner, for a session of an earlier run of the app. */
  agent_id: z.string().max(200).optional(),
  changes: z.array(FileChange).max(10_000),
  run: RunRecord,
  texts: z.array(HeldBackText).max(maxHeldBack),
});
export type RunEnded = z.infer<typeof RunEnded>;

/** What comes after hello; by its type first, since most messages are results. */
export const FromPlugin = z.discriminatedUnion('type', [
  Result,
  Begin,
  PluginEvent,
  Hello,
  PairCode,
  PluginRequest,
  DeleteWorkspace,
  RunEnded,
  ShareMessage,
  SharedReply,
]);
export type FromPlugin = z.infer<typeof FromPlugin>;
/** The same before defaults are filled in. */
export type SentByPlugin = z.input<typeof FromPlugin>;

export const Welcome = z.strictObject({
  type: z.literal('welcome'),
  protocol: z.int(),
  /** Sent once, after pairing. The plugin stores it and sends it on the next connection. */
  plugin_key: z.string().optional(),
});

/** The state of the pairing; it ends with `welcome`, or when the socket closes. */
export const Pairing = z.strictObject({
  type: z.literal('pairing'),
  state: z.enum(['asked', 'code-shown', 'wrong-code']),
  /** How long this state lasts at most. */
  seconds: z.int(),
  tries_left: z.int().optional(),
});
export type Pairing = z.infer<typeof Pairing>;

export const Command = z.strictObject({
  type: z.literal('cmd'),
  id: z.string(),
  action: z.string(),
  args: z.record(z.string(), z.unknown()),
  /** The session's folders, so that the plugin can check the paths again. */
  roots: z.array(rootOnWire),
  /** Folders inside them that must be excluded from listings and searches. */
  skip: z.array(z.string()).optional(),
  /** For actions that start a program: exactly what was judged, shown and recorded. */
  start: StartOnWire.optional(),
  /** For actions whose program the workbench finds, such as a language server: where it runs. */
  sandbox: SandboxLaunch.optional(),
  /** Send `begin` before anything is changed or started, and wait for `go`. */
  begin: z.literal(true).optional(),
  /** Do nothing: the answer is a `Plan` of what would be done. */
  preview: z.literal(true).optional(),
  /** The digest of the judged plan; an executor that would now do anything else does nothing. */
  planned: z.string().optional(),
  result_bytes: z.int(),
  session_id: z.string(),
  /** The caller's name. */
  agent_id: z.string(),
  /** The ledger entry that records the approval. */
  entry_id: z.string(),
});
export type Command = z.infer<typeof Command>;

/** The command was cancelled. */
export const Cancel = z.strictObject({ type: z.literal('cancel'), id: z.string() });
export type Cancel = z.infer<typeof Cancel>;

/** The reply to `begin`: the call is still wanted, and its session still allows it. */
export const Go = z.strictObject({ type: z.literal('go'), id: z.string() });
export type Go = z.infer<typeof Go>;

/** Everything kept for that session, such as terminals and watches, must be released. */
export const SessionEnded = z.strictObject({
  type: z.literal('session_ended'),
  session_id: z.string(),
});

/** Pending asks and live sessions that concern the editor's folders. */
export const Overview = z.strictObject({
  type: z.literal('overview'),
  asks: z.array(
    z.strictObject({
      ask_id: z.string(),
      agent_id: z.string(),
      /** The question, in plain words of ours. */
      sentence: z.string(),
      asked_at: z.number(),
    }),
  ),
  sessions: z.array(
    z.strictObject({
      session_id: z.string(),
      agent_id: z.string(),
      state: z.enum(['ACTIVE', 'DEGRADED', 'PAUSED']),
      scopes: z.array(z.string()),
      roots: z.array(z.string()),
      expires_at: z.number(),
    }),
  ),
});
export type Overview = z.infer<typeof Overview>;

/**
 * The key for the MCP client inside the editor, sent once on request. Null if it could not be
 * created.
 */
export const NewClientKey = z.strictObject({
  type: z.literal('client_key'),
  mcp_url: z.string().nullable(),
  key: z.string().nullable(),
});

/** The answer to `delete_workspace`. */
export const WorkspaceDeletion = z.discriminatedUnion('status', [
  z.strictObject({
    type: z.literal('workspace_deletion'),
    id: z.string(),
    status: z.literal('ok'),
    data: z.strictObject({ started: z.literal(true) }),
  }),
  z.strictObject({
    type: z.literal('workspace_deletion'),
    id: z.string(),
    status: z.literal('error'),
    data: z.strictObject({ code: z.string(), message: z.string() }),
  }),
]);
export type WorkspaceDeletion = z.infer<typeof WorkspaceDeletion>;

export const ToPlugin = z.discriminatedUnion('type', [
  Welcome,
  Pairing,
  Command,
  Cancel,
  Go,
  SessionEnded,
  Overview,
  NewClientKey,
  WorkspaceDeletion,
  SharedBy,
  SharerLost,
  SharedNotice,
  SharingOpen,
]);
export type ToPlugin = z.infer<typeof ToPlugin>;
