/**
 * How a client lets Gatehouse decide about the client's own tools: which files are written, and
 * what can switch it off again. docs/CLIENTS.md lists what is written.
 */
import type { SystemEnvironment } from '../../../../../shared/app/data-dir.ts';
import type { ManagedSetting } from '../../../../../shared/integrations/clients.ts';
import type { NativeClient } from '../../../../../shared/native/native-call.ts';
import type { ConfigEdit } from '../../edit/config-edits.ts';
import type { Json } from '../../edit/json-value.ts';
import type { ClientProgram } from '../client-spec.ts';

/**
 * Inputs of the edits besides the file itself. Plain data, because it is sent to the parsing
 * thread.
 */
export interface HookFacts {
  readonly command: ClientProgram;
  /** The hash of each event's hook as computed by Codex. Other clients need none. */
  readonly trustHashes: Readonly<Record<string, string>>;
}

export interface HookFile {
  readonly path: string;
  /** `settings`: the current file without our part. */
  edits(settings: Json, facts: HookFacts): readonly ConfigEdit[];
}

/** A file with a setting that can disable the hooks. */
export interface HookSwitch {
  /** Relative to a project's folder, or absolute for a global file. */
  readonly file: string;
  /** The setting as written; null if the hooks stay enabled. */
  readonly off: (settings: Json) => string | null;
}

export interface HookSpec {
  readonly client: NativeClient;
  /** In the order in which they are written. */
  files(at: SystemEnvironment): readonly HookFile[];
  /**
   * A rule that stops the client's own prompts; a separate choice, because it can reduce safety.
   */
  prompts?(at: SystemEnvironment): HookFile;
  readonly promptsNote?: string;
  /** User and system files first, then project files. */
  switches(at: SystemEnvironment): readonly HookSwitch[];
  /** What no file shows, such as a command-line flag. */
  readonly otherSwitches: string;
  readonly managed?: ManagedSetting;
  readonly note: string;
}
