/** All text of the Settings page, in reading order. */
import type { PathPurpose } from '../../shared/ipc/path-choice.ts';
import type { SwitchSetting, TextSetting } from '../../shared/app/setting-change.ts';
import type { NumberSetting } from '../../shared/app/settings.ts';

export const settingsText = {
  // field-words.tsx
  saved: 'Saved',

  // listen-card.tsx
  remoteAccess: 'Remote access',
  localOnly: 'Gatehouse accepts connections from this machine only.',
  allowManagementApi: 'Allow the management API at this address',
  turnOn: 'Turn on…',
  change: 'Change…',
  turnOff: 'Turn off',
  remoteAccessMeaning:
    "For agents on other machines: over TLS only, with your own certificate and a client key. Only you may have access to the key file (chmod 600). Renewed certificate files are loaded without a restart. You'll confirm this in a system dialog. Turning it off closes it immediately.",
  alsoListeningAt: 'Also listening at',
  chooseLabel: (label: string) => `Choose: ${label}`,
  chooseButton: 'Choose…',

  // number-row.tsx
  fromTo: (least: string, most: string) => `from ${least} to ${most}`,

  // settings-page.tsx
  settings: 'Settings',
  savedImmediately: 'Changes are saved immediately and recorded in the ledger.',
  protectedNames: 'Protected names',
  extraProtectedNames: 'Extra protected names',
  protectedNamesMeaning:
    'One per line: a file or folder name, or a path; * matches any part of a name. You are asked every time an agent changes a match or anything inside it. The built-in list always applies.',
  languageServers: 'Language servers',
  yourOwnLanguageServers: 'Your own language servers',
  languageServersMeaning:
    "One per line: the language, a colon, then the command. It must speak LSP over stdin and stdout, and it runs as you. You'll confirm a new one in a system dialog. For other languages, Gatehouse uses the servers it finds.",
  pageOrigins: 'Web pages that may join the hub',
  pageOriginsMeaning:
    "One origin per line. These pages may receive the backend's messages at /hub, each with a ticket. You'll confirm a new one in a system dialog; removing one closes its connections immediately.",
  appearance: 'Appearance',
  advanced: 'Advanced',
  advancedMeaning: 'Limits, protected names, language servers, backend, updates and remote access.',
  searchSettings: 'Search settings',
  nothingMatches: 'No setting matches this search.',

  // token-row.tsx
  backendToken: 'Backend token',
  tokenSaved: 'Token saved',
  none: 'None',
  replaceToken: 'Replace token',
  saveToken: 'Save token',
  removeToken: 'Remove token',
  tokenMeaning:
    'Sent as a bearer token, only over TLS or to this machine. Stored in a file that only you can read, and never shown again.',

  shortcutTaken: 'This shortcut is not available: another program or the system has it.',

  // Messages
  appliesToNewSessions: 'Applies to new sessions.',
  appliesAfterRestart: 'Takes effect after a restart.',
  appliesAfterOpencodeRestart: 'Takes effect when OpenCode next starts.',
  ipAddress: 'IP address of this machine',
  privateKey: 'Private key',
  otherHostNames: 'Other host names',
} as const;

/** When a change takes effect. */
export type Applies = 'immediately' | 'new sessions' | 'restart' | 'OpenCode restart';

interface FieldText {
  readonly label: string;
  readonly meaning: string;
  readonly applies: Applies;
}

export interface SwitchField extends FieldText {
  readonly kind: 'switch';
  readonly name: SwitchSetting;
  /** Said while it is on. */
  readonly warning?: string;
}

export interface NumberField extends FieldText {
  readonly kind: 'number';
  readonly name: NumberSetting;
  readonly unit:
    | 'seconds'
    | 'bytes'
    | 'calls'
    | 'asks'
    | 'sessions'
    | 'tokens'
    | 'calls per second';
}

export interface TextField extends FieldText {
  readonly kind: 'text';
  readonly name: TextSetting;
  readonly example: string;
  /** The dialog to point at it in. */
  readonly points?: PathPurpose;
}

export type Field = SwitchField | NumberField | TextField;

export interface Section {
  readonly title: string;
  readonly fields: readonly Field[];
}

/** What almost everybody sets; the theme is the fifth. */
export const everydaySection: Section = {
  title: 'General',
  fields: [
    {
      kind: 'switch',
      name: 'startAtLogin',
      label: 'Start when I log in',
      meaning: 'Gatehouse is ready before your agents are. It starts in the tray.',
      applies: 'immediately',
    },
    {
      kind: 'switch',
      name: 'notifications',
      label: 'Notify me when an agent asks',
      meaning:
        'One notification while Gatehouse is in the background, with Review and Deny. It names the agent and the folder, never a path or command.',
      applies: 'immediately',
    },
    {
      kind: 'number',
      name: 'askTimeoutSeconds',
      unit: 'seconds',
      label: 'Time limit for answering',
      meaning: 'After that, the ask is denied. The agent may ask again.',
      applies: 'immediately',
    },
    {
      kind: 'number',
      name: 'session.idleSeconds',
      unit: 'seconds',
      label: 'End an unused session after',
      meaning: 'Counted from its last call, whatever duration you chose.',
      applies: 'new sessions',
    },
  ],
};

const starting: Section = {
  title: 'Startup and shortcut',
  fields: [
    {
      kind: 'switch',
      name: 'startHidden',
      label: 'Start without this window',
      meaning: 'Only the tray icon appears. Start Gatehouse again to open the window.',
      applies: 'restart',
    },
    {
      kind: 'text',
      name: 'askShortcut',
      label: 'Shortcut to the waiting request',
      meaning:
        'Brings it to the front with the keyboard in it, from any program. It never answers. Leave empty for none.',
      example: 'CommandOrControl+Shift+G',
      applies: 'immediately',
    },
  ],
};

const asking: Section = {
  title: 'Asks and sessions',
  fields: [
    {
      kind: 'switch',
      name: 'session.endOnScreenLock',
      label: 'End all sessions when the screen locks',
      meaning: 'Agents lose access while you are away.',
      applies: 'immediately',
    },
    {
      kind: 'switch',
      name: 'approveOverHttp',
      label: 'Allow approving access over HTTP',
      meaning:
        'For scripts that answer access requests through the management API. Single calls are still confirmed only in the ask window.',
      warning:
        'Any program running as your user can read the management token and give itself access, without anyone at the screen.',
      applies: 'immediately',
    },
  ],
};

const rates: Section = {
  title: 'Limits per client',
  fields: [
    {
      kind: 'number',
      name: 'limits.callsPerSecond',
      unit: 'calls per second',
      label: 'Sustained call rate',
      meaning: 'Faster calls are refused, with the time to try again.',
      applies: 'immediately',
    },
    {
      kind: 'number',
      name: 'limits.burst',
      unit: 'calls',
      label: 'Burst size',
      meaning: 'Calls accepted at once before the rate above applies.',
      applies: 'immediately',
    },
    {
      kind: 'number',
      name: 'limits.callsAtOnce',
      unit: 'calls',
      label: 'Concurrent calls',
      meaning: 'More are refused until one finishes.',
      applies: 'immediately',
    },
    {
      kind: 'number',
      name: 'limits.sameCallPerMinute',
      unit: 'calls',
      label: 'Identical calls per minute',
      meaning:
        'An agent that repeats a call more often is probably stuck in a loop; further calls are refused.',
      applies: 'immediately',
    },
    {
      kind: 'number',
      name: 'limits.pendingAsksPerClient',
      unit: 'asks',
      label: 'Pending asks per client',
      meaning: 'More are refused without interrupting you.',
      applies: 'immediately',
    },
    {
      kind: 'number',
      name: 'limits.sessions',
      unit: 'sessions',
      label: 'Active sessions per client',
      meaning: 'More are refused until one ends.',
      applies: 'immediately',
    },
  ],
};

const sizes: Section = {
  title: 'Size limits',
  fields: [
    {
      kind: 'number',
      name: 'limits.editBytes',
      unit: 'bytes',
      label: 'Size of one edit',
      meaning: 'Larger edits are refused; the agent can make several smaller ones.',
      applies: 'immediately',
    },
    {
      kind: 'number',
      name: 'limits.editBytesPerFile',
      unit: 'bytes',
      label: 'Edits per file per day',
      meaning: 'Total of all edits by one client in the same file.',
      applies: 'immediately',
    },
    {
      kind: 'number',
      name: 'limits.editBytesPerDay',
      unit: 'bytes',
      label: 'Edits per client per day',
      meaning: 'Total over all files. Days are in UTC.',
      applies: 'immediately',
    },
    {
      kind: 'number',
      name: 'limits.resultBytes',
      unit: 'bytes',
      label: 'Size of one result',
      meaning: 'Anything an editor returns beyond this is not passed on to the agent.',
      applies: 'restart',
    },
    {
      kind: 'number',
      name: 'limits.serverToolTokens',
      unit: 'tokens',
      label: 'Tokens for the tools of MCP servers',
      meaning:
        'If their descriptions need more, agents search for tools instead of getting the whole list.',
      applies: 'restart',
    },
  ],
};

export const backendSection: Section = {
  title: 'Backend',
  fields: [
    {
      kind: 'text',
      name: 'backend.url',
      label: 'Address of the core-agentic backend',
      meaning: 'Leave empty to turn the backend off; agents then have none of its tools.',
      example: 'ws://localhost:9876/ws',
      applies: 'immediately',
    },
    {
      kind: 'text',
      name: 'backend.workspaceRoot',
      label: 'Workspace to report',
      meaning: 'Sent when an agent starts a session there.',
      example: '/home/you/project',
      points: 'backend-folder',
      applies: 'immediately',
    },
    {
      kind: 'number',
      name: 'backend.reconnectSeconds',
      unit: 'seconds',
      label: 'First reconnect attempt after',
      meaning: 'Doubles after each failed attempt.',
      applies: 'immediately',
    },
    {
      kind: 'number',
      name: 'backend.maxReconnectSeconds',
      unit: 'seconds',
      label: 'Longest wait between attempts',
      meaning: 'Caps the doubling above.',
      applies: 'immediately',
    },
    {
      kind: 'number',
      name: 'backend.replySeconds',
      unit: 'seconds',
      label: 'Time limit for a response',
      meaning: 'After that, the agent gets the last known data and its age.',
      applies: 'immediately',
    },
  ],
};

export const updatesSection: Section = {
  title: 'Updates',
  fields: [
    {
      kind: 'text',
      name: 'updates.feed',
      label: 'Update feed',
      meaning:
        "The folder where new versions are announced. Gatehouse looks there every six hours and asks before it installs anything. You'll confirm a change in a system dialog. Leave empty for the feed this package was built with, if any.",
      example: 'https://example.com/gatehouse/',
      applies: 'immediately',
    },
    {
      kind: 'text',
      name: 'updates.publicKey',
      label: 'Public key of the feed',
      meaning:
        'A feed without the right signature is refused before anything is downloaded. Updates are off without a key.',
      example: '44 characters',
      applies: 'immediately',
    },
  ],
};

const opencode: Section = {
  title: 'OpenCode in workspaces',
  fields: [
    {
      kind: 'switch',
      name: 'opencode.useProjectSettings',
      label: "Use the project's own OpenCode settings",
      meaning:
        "Loads the project's opencode.json, plugins and MCP servers when Gatehouse runs OpenCode there.",
      warning:
        'Anyone who can write to the project, including an agent, can make OpenCode start programs without asking you.',
      applies: 'OpenCode restart',
    },
  ],
};

/** Under Advanced, before those with forms of their own. */
export const advancedSections: readonly Section[] = [starting, asking, rates, sizes, opencode];

/** Whether every word of a search occurs in a section's title, labels or descriptions. */
export function matchesSearch(search: string, ...texts: readonly string[]): boolean {
  const all = texts.join(' ').toLowerCase();
  return search
    .toLowerCase()
    .split(/\s+/)
    .every((word) => all.includes(word));
}

export const textsOf = ({ title, fields }: Section): readonly string[] => [
  title,
  ...fields.flatMap(({ label, meaning }) => [label, meaning]),
];
