/** `<data>/settings.json`: unknown keys are dropped, missing ones get these defaults. */
import { z } from 'zod';

/** The minimum and maximum, by the name of the setting. */
export const settingBounds = {
  askTimeoutSeconds: [10, 3600],
  'session.idleSeconds': [60, 28_800],
  'limits.callsPerSecond': [0.1, 1000],
  'limits.burst': [1, 1000],
  'limits.pendingAsksPerClient': [1, 64],
  'limits.sessions': [1, 64],
  'limits.callsAtOnce': [1, 256],
  'limits.sameCallPerMinute': [1, 1000],
  'limits.editBytes': [1024, 16_777_216],
  'limits.editBytesPerFile': [1024, 1_073_741_824],
  'limits.editBytesPerDay': [1024, 1_073_741_824],
  'limits.resultBytes': [1024, 16_777_216],
  'limits.serverToolTokens': [0, 200_000],
  'backend.reconnectSeconds': [1, 60],
  'backend.maxReconnectSeconds': [2, 600],
  'backend.replySeconds': [1, 40],
} as const satisfies Readonly<Record<string, readonly [number, number]>>;
export type NumberSetting = keyof typeof settingBounds;

export const maxPageOrigins = 20;
/** As a browser sends it: scheme, host and port only. */
const originShape = /^https?:\/\/(?:[a-z0-9.-]+|\[[0-9a-f:.]+\])(?::\d{1,5})?$/;

export const protectedNamesBounds = { names: 200, characters: 400 } as const;

const within = (name: NumberSetting): z.ZodNumber =>
  z.number().min(settingBounds[name][0]).max(settingBounds[name][1]);
const whole = (name: NumberSetting): z.ZodInt =>
  z.int().min(settingBounds[name][0]).max(settingBounds[name][1]);

/** At least one modifier besides Shift, and one key: for example "Ctrl+Shift+G". */
const shortcutShape =
  /^(?=.*(?:Command|Control|Ctrl|Cmd|CmdOrCtrl|CommandOrControl|Alt|Option|Super|Meta)\+)(?:(?:CommandOrControl|CmdOrCtrl|Command|Control|Ctrl|Cmd|Alt|Option|Super|Meta|Shift)\+){1,4}(?:[A-Z0-9]|F[1-9]|F1[0-9]|F2[0-4]|Space|Insert|Home|End|PageUp|PageDown)$/;

export const Settings = z.strictObject({
  startHidden: z.boolean().default(true),
  startAtLogin: z.boolean().default(false),
  /** Whether asks show a desktop notification while their window is not focused. */
  notifications: z.boolean().default(true),
  theme: z.enum(['system', 'light', 'dark']).default('system'),
  /** Whether a holder of the management token may approve access requests. Single calls can never be approved this way. */
  approveOverHttp: z.boolean().default(false),
  /** A second listener, on another interface: only with TLS, and off by default. */
  listen: z
    .strictObject({
      host: z.string().min(1).max(255),
      port: z.int().min(1).max(65_535),
      certFile: z.string().min(1),
      keyFile: z.string().min(1),
      /** Host names that it may be reached by, besides `host`. */
      names: z.array(z.string().min(1).max(255)).max(16).default([]),
      /** Whether the management token is accepted there too. */
      management: z.boolean().default(false),
    })
    .nullable()
    .default(null),
  /** Brings the waiting ask to the front, in Electron's notation; null for none. */
  askShortcut: z
    .string()
    .max(60)
    .regex(shortcutShape)
    .nullable()
    .default('CommandOrControl+Shift+G'),
  /** How many seconds an ask waits for the user before it is denied. */
  askTimeoutSeconds: whole('askTimeoutSeconds').default(300),
  /** Names or paths that need an ask before a change, in addition to the built-in ones. */
  protectedNames: z
    .array(z.string().trim().min(1).max(protectedNamesBounds.characters))
    .max(protectedNamesBounds.names)
    .readonly()
    .default([]),
  /**
   * The user's own language servers, as argv by language id; each speaks LSP over stdin and
   * stdout.
   */
  languageServers: z
    .record(z.string().regex(/^[a-z][a-z0-9+#-]{0,39}$/), z.array(z.string().min(1)).min(1).max(32))
    .default({}),
  opencode: z
    .strictObject({
      /** The program to run in workspaces; null means `opencode` on the PATH. */
      program: z.string().min(1).max(4096).nullable().default(null),
      /** Whether a workspace's own settings are used; they can start programs of their own. */
      useProjectSettings: z.boolean().default(false),
    })
    .prefault({}),
  /**
   * Where newer versions are announced; off unless both are set. Null means the value that the
   * package was built with.
   */
  updates: z
    .strictObject({
      /** The folder on the server: over TLS, or on this machine. */
      feed: z
        .string()
        .max(500)
        .regex(
          /^(?:https:\/\/[^\s@#'"\\?]+|http:\/\/(?:127\.0\.0\.1|localhost|\[::1\])(?::\d{1,5})?(?:\/[^\s@#'"\\?]*)?)$/,
        )
        .nullable()
        .default(null),
      /** An Ed25519 key: 32 bytes as base64. */
      publicKey: z
        .string()
        .regex(/^[A-Za-z0-9+/]{43}=$/)
        .nullable()
        .default(null),
    })
    .prefault({}),
  sandbox: z
    .strictObject({
      /** Whether sandboxed commands may read `.env` files. */
      envFiles: z.boolean().default(false),
    })
    .prefault({}),
  session: z
    .strictObject({
      idleSeconds: whole('session.idleSeconds').default(3600),
      endOnScreenLock: z.boolean().default(true),
    })
    .prefault({}),
  limits: z
    .strictObject({
      callsPerSecond: within('limits.callsPerSecond').default(10),
      burst: whole('limits.burst').default(20),
      pendingAsksPerClient: whole('limits.pendingAsksPerClient').default(8),
      sessions: whole('limits.sessions').default(8),
      callsAtOnce: whole('limits.callsAtOnce').default(16),
      sameCallPerMinute: whole('limits.sameCallPerMinute').default(30),
      editBytes: whole('limits.editBytes').default(102_400),
      editBytesPerFile: whole('limits.editBytesPerFile').default(2_097_152),
      editBytesPerDay: whole('limits.editBytesPerDay').default(20_971_520),
      resultBytes: whole('limits.resultBytes').default(1_048_576),
      /**
       * Above that, a client's list contains `find_tools` and `call_tool` instead of the tools of
       * MCP servers.
       */
      serverToolTokens: whole('limits.serverToolTokens').default(5_000),
    })
    .prefault({}),
  /** The core-agentic backend; off without an address. Its token is in a separate file. */
  backend: z
    .strictObject({
      url: z
        .string()
        .max(500)
        .regex(/^wss?:\/\/[^\s@#]+$/)
        .nullable()
        .default(null),
      workspaceRoot: z.string().min(1).max(4096).startsWith('/').nullable().default(null),
      reconnectSeconds: within('backend.reconnectSeconds').default(2),
      maxReconnectSeconds: within('backend.maxReconnectSeconds').default(30),
      /** Origins of web pages that may join `/hub`. */
      pageOrigins: z
        .array(z.string().max(300).regex(originShape))
        .max(maxPageOrigins)
        .readonly()
        .default([]),
      /** How long to wait for the answer to a call. */
      replySeconds: within('backend.replySeconds').default(3),
    })
    .prefault({}),
});
export type Settings = z.infer<typeof Settings>;

export const defaultSettings: Settings = Settings.parse({});
