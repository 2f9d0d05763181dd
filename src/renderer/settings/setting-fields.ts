/** What each setting is called and what it means, in the order a person reads them. */
import type { PathPurpose } from '../../shared/path-choice.ts';
import type { SwitchSetting, TextSetting } from '../../shared/setting-change.ts';
import type { NumberSetting } from '../../shared/settings.ts';

/** From when on a change counts. */
export type Applies =
  | 'at once'
  | 'for new sessions'
  | 'from the next start'
  | 'when OpenCode is started next';

interface Words {
  readonly label: string;
  readonly meaning: string;
  readonly applies: Applies;
}

export interface SwitchField extends Words {
  readonly kind: 'switch';
  readonly name: SwitchSetting;
  /** Said while it is on. */
  readonly warning?: string;
}

export interface NumberField extends Words {
  readonly kind: 'number';
  readonly name: NumberSetting;
  readonly unit: 'seconds' | 'bytes' | 'calls' | 'asks' | 'sessions' | 'calls per second';
}

export interface TextField extends Words {
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

const starting: Section = {
  title: 'Starting and being told',
  fields: [
    {
      kind: 'switch',
      name: 'startAtLogin',
      label: 'Start when I log in',
      meaning: 'Gatehouse is there before your agents are. It starts in the tray.',
      applies: 'at once',
    },
    {
      kind: 'switch',
      name: 'startHidden',
      label: 'Start without this window',
      meaning: 'Only the tray icon appears. Start Gatehouse a second time to see the window.',
      applies: 'from the next start',
    },
    {
      kind: 'switch',
      name: 'notifications',
      label: 'Notify me of asks',
      meaning:
        'One notification while you look elsewhere, with Review and Deny. It names the agent, never a path or a command.',
      applies: 'at once',
    },
  ],
};

const asking: Section = {
  title: 'Asks and sessions',
  fields: [
    {
      kind: 'number',
      name: 'askTimeoutSeconds',
      unit: 'seconds',
      label: 'An ask waits for',
      meaning: 'After that, silence is a no. The agent is told so and may ask again.',
      applies: 'at once',
    },
    {
      kind: 'number',
      name: 'session.idleSeconds',
      unit: 'seconds',
      label: 'An unused session ends after',
      meaning: 'Counted from its last call, however much time it was given.',
      applies: 'for new sessions',
    },
    {
      kind: 'switch',
      name: 'session.endOnScreenLock',
      label: 'End every session when the screen is locked',
      meaning: 'When you leave, what you allowed ends.',
      applies: 'at once',
    },
    {
      kind: 'switch',
      name: 'approveOverHttp',
      label: 'Access may be approved over HTTP',
      meaning:
        'For scripts that answer requests for access through the management API. Single calls are still confirmed only in the ask window.',
      warning:
        'Every program that can read the management token can now give itself access, and that is every program under your user. Nobody has to be at the screen.',
      applies: 'at once',
    },
  ],
};

const rates: Section = {
  title: 'How much a client may do',
  fields: [
    {
      kind: 'number',
      name: 'limits.callsPerSecond',
      unit: 'calls per second',
      label: 'Calls in the long run',
      meaning: 'What comes faster is refused, and the client is told when to try again.',
      applies: 'at once',
    },
    {
      kind: 'number',
      name: 'limits.burst',
      unit: 'calls',
      label: 'Calls in one burst',
      meaning: 'So many may come at once before the rate above counts.',
      applies: 'at once',
    },
    {
      kind: 'number',
      name: 'limits.callsAtOnce',
      unit: 'calls',
      label: 'Calls under way together',
      meaning: 'More than that are refused until one has ended.',
      applies: 'at once',
    },
    {
      kind: 'number',
      name: 'limits.sameCallPerMinute',
      unit: 'calls',
      label: 'The same call in a minute',
      meaning: 'An agent that repeats itself more often is stuck in a loop, and is stopped.',
      applies: 'at once',
    },
    {
      kind: 'number',
      name: 'limits.pendingAsksPerClient',
      unit: 'asks',
      label: 'Asks of one client waiting together',
      meaning: 'More are refused without troubling you.',
      applies: 'at once',
    },
    {
      kind: 'number',
      name: 'limits.sessions',
      unit: 'sessions',
      label: 'Live sessions of one client',
      meaning: 'Another one is refused until one has ended.',
      applies: 'at once',
    },
  ],
};

const sizes: Section = {
  title: 'How large things may be',
  fields: [
    {
      kind: 'number',
      name: 'limits.editBytes',
      unit: 'bytes',
      label: 'One edit',
      meaning: 'A larger one is refused; the agent can make several small ones.',
      applies: 'at once',
    },
    {
      kind: 'number',
      name: 'limits.editBytesPerFile',
      unit: 'bytes',
      label: 'Edits in one file in a day',
      meaning: 'All edits that one client makes in the same file, added up.',
      applies: 'at once',
    },
    {
      kind: 'number',
      name: 'limits.editBytesPerDay',
      unit: 'bytes',
      label: 'Edits of one client in a day',
      meaning: 'All files together. The day is counted in UTC.',
      applies: 'at once',
    },
    {
      kind: 'number',
      name: 'limits.resultBytes',
      unit: 'bytes',
      label: 'One result',
      meaning: 'What an editor answers beyond that is not passed on to the agent.',
      applies: 'from the next start',
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
      meaning:
        'While it is empty, Gatehouse connects to nothing, and agents have none of its tools.',
      example: 'ws://localhost:9876/ws',
      applies: 'at once',
    },
    {
      kind: 'text',
      name: 'backend.workspaceRoot',
      label: 'Workspace to tell it of',
      meaning: 'Sent along when an agent starts a session there.',
      example: '/home/you/project',
      points: 'backend-folder',
      applies: 'at once',
    },
    {
      kind: 'number',
      name: 'backend.reconnectSeconds',
      unit: 'seconds',
      label: 'First try to connect again after',
      meaning: 'Doubled after each try that fails.',
      applies: 'at once',
    },
    {
      kind: 'number',
      name: 'backend.maxReconnectSeconds',
      unit: 'seconds',
      label: 'Never wait longer than',
      meaning: 'The longest time between two tries.',
      applies: 'at once',
    },
    {
      kind: 'number',
      name: 'backend.replySeconds',
      unit: 'seconds',
      label: 'An answer is waited for',
      meaning: 'After that the agent is told what arrived last, and how old it is.',
      applies: 'at once',
    },
  ],
};

const opencode: Section = {
  title: 'OpenCode in workspaces',
  fields: [
    {
      kind: 'switch',
      name: 'opencode.useProjectSettings',
      label: 'Settings of a project count',
      meaning:
        'Its opencode.json, plugins and MCP servers, in an OpenCode that Gatehouse runs there.',
      warning:
        'Whoever writes in the project, an agent too, can have programs started by OpenCode without an ask.',
      applies: 'when OpenCode is started next',
    },
  ],
};

export const sections: readonly Section[] = [starting, asking, rates, sizes, opencode];

/** 102400 → 100 KB; nothing where that would say the same again. */
export function sizeInWords(bytes: number): string {
  const units = ['KB', 'MB', 'GB'] as const;
  let [size, at] = [bytes / 1024, 0];
  while (size >= 1024 && at < units.length - 1) [size, at] = [size / 1024, at + 1];
  return `${Number(size.toFixed(1)).toLocaleString('en')} ${units[at]}`;
}

/** 600 → 10 min. */
export function secondsInWords(seconds: number): string {
  if (seconds < 60) return '';
  const [hours, minutes, rest] = [
    Math.floor(seconds / 3600),
    Math.floor(seconds / 60) % 60,
    seconds % 60,
  ];
  const parts = [hours && `${hours} h`, minutes && `${minutes} min`, rest && `${rest} s`];
  return parts.filter(Boolean).join(' ');
}
