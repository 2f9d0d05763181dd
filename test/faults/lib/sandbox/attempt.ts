/** One attempt to get out of the sandbox, as data. */
import type { SandboxAgent, SandboxApp } from './sandbox-app.ts';
import type { World } from './world.ts';

export interface Around {
  readonly world: World;
  readonly app: SandboxApp;
  readonly agent: SandboxAgent;
}

/** What the host sees of a control. */
export type Unprotected = (around: Around) => readonly string[] | Promise<readonly string[]>;

export interface Attempt {
  readonly family: string;
  readonly name: string;
  /** Python that runs inside; `P` has the paths, `loot` keeps what was read where the host looks. */
  readonly python: string;
  /** What the host does before, for example a file that lies there. */
  readonly before?: (around: Around) => void | Promise<void>;
  /** Looks at the attempt's processes while they run; not null: an effect. */
  readonly whileRunning?: (pid: number) => string | null;
  /** What the host does and sees afterwards, besides what is looked at after every attempt. */
  readonly after?: (around: Around) => readonly string[] | Promise<readonly string[]>;
  /** Instead of one command. */
  readonly run?: (around: Around) => Promise<void>;
  /**
   * `plain`: the same program without a sandbox must have the effect, else the attempt proves
   * nothing. `allowed`: the same with a user who allows every host. `unprotected`: what the same does
   * where our own work is done in the plain way. A sentence: why none can be shown here.
   */
  readonly control:
    | 'plain'
    | 'allowed'
    | { readonly unprotected: Unprotected }
    | { readonly why: string };
  /** With a session of its own, since a denied host stays denied. */
  readonly isAlone?: boolean;
  /** The sentence of the documents that allows the effect. */
  readonly documented?: string;
}

export interface AttemptRow {
  readonly family: string;
  readonly name: string;
  readonly seen: readonly string[];
  readonly control: string;
  readonly isControlGood: boolean;
  readonly documented: string | null;
}
