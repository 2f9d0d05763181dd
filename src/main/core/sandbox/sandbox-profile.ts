/**
 * The contents of a sandbox as data. A pure function makes it from a grant and the facts of the
 * machine, so that it can be judged, shown, recorded by its digest, and turned into bubblewrap's
 * arguments (bwrap-arguments.ts) without another decision.
 */
import type { MachineFacts } from '../../../shared/sandbox/machine-facts.ts';

/**
 * `command`: what an agent runs. `git`: our own git actions. `language-server`: reads one folder and
 * nothing else. `agent` and `mcp-server`: whole programs that bring a sandbox of their own along.
 */
export type SandboxPurpose = 'command' | 'git' | 'language-server' | 'agent' | 'mcp-server';

export type SandboxMount =
  | {
      readonly kind: 'read-only' | 'writable' | 'hidden-file';
      readonly from: string;
      readonly path: string;
    }
  | {
      readonly kind: 'memory';
      readonly path: string;
      readonly bytes?: number;
      readonly mode?: string;
    }
  | { readonly kind: 'folder' | 'processes' | 'devices'; readonly path: string }
  | { readonly kind: 'link'; readonly path: string; readonly target: string }
  /** Covered, as a hidden file is by an empty one: what is there cannot be seen. */
  | { readonly kind: 'hidden-folder'; readonly path: string }
  /** What was made so far at this mount cannot be changed from here on. */
  | { readonly kind: 'frozen'; readonly path: string };

export const namespaces = ['user', 'pid', 'ipc', 'uts', 'cgroup'] as const;

export interface SandboxProfile {
  readonly purpose: SandboxPurpose;
  readonly namespaces: readonly (typeof namespaces)[number][];
  /** `none` has no route and no address but loopback; `session` joins the session's namespace. */
  readonly network: 'none' | 'session';
  /** Whether programs inside may make namespaces of their own. */
  readonly nestedNamespaces: boolean;
  readonly mounts: readonly SandboxMount[];
  readonly cwd: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly seccomp: true;
  readonly limits: {
    readonly memoryBytes: number;
    readonly processes: number;
    readonly folderBytes: number;
  };
}

export interface ProfileSpec {
  readonly purpose: SandboxPurpose;
  readonly facts: MachineFacts;
  /** Whether the session may change files; without, its folders are read-only inside. */
  readonly canWrite: boolean;
  /** Whether files such as `.env` may be read. */
  readonly canReadSecrets: boolean;
  readonly network: SandboxProfile['network'];
  readonly cwd: string;
  /** As it was judged and recorded. */
  readonly environment: Readonly<Record<string, string>>;
  /** For agents and MCP servers: folders of their own program. */
  readonly alsoReadable?: readonly string[];
  /** Only for the purpose `agent`. */
  readonly agent?: AgentPlaces;
}

export interface AgentPlace {
  readonly from: string;
  readonly path: string;
}

/** What a whole agent finds in its private home. */
export interface AgentPlaces {
  /** Folders of its settings, the outer ones first: as mounts they can't be moved away or replaced. */
  readonly folders: readonly AgentPlace[];
  /** Made by us; the agent cannot change them. */
  readonly settings: readonly AgentPlace[];
  /** A copy of its login; writable only where the agent renews it. */
  readonly login: (AgentPlace & { readonly isWritable: boolean }) | null;
}

/** The same text for the same profile, and another for any other. */
export const profileText = (profile: SandboxProfile): string =>
  JSON.stringify(['gatehouse-sandbox-1', inOrder(profile)]);

/** Objects by the order of their names; the order of a list has a meaning and stays. */
function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOrder);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([name, item]) => [name, inOrder(item)]));
}
