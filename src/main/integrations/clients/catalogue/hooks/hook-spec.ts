/**
 * How a client lets Gatehouse decide about the client's own tools: which files are written, and
 * what can switch it off again. What is written is in docs/CLIENTS.md.
 */
import type { Surroundings } from '../../../../../shared/app/data-dir.ts';
import type { ManagedSetting } from '../../../../../shared/integrations/clients.ts';
import type { NativeClient } from '../../../../../shared/native/native-call.ts';
import type { ConfigEdit } from '../../edit/config-edits.ts';
import type { Json } from '../../edit/json-value.ts';
import type { ClientProgram } from '../client-spec.ts';

/** What the edits need besides the file itself. Plain data: it is sent to the thread that parses. */
export interface HookFacts {
  readonly command: ClientProgram;
  /** The hash of each event's hook as Codex itself computes it. Other clients need none. */
  readonly trustHashes: Readonly<Record<string, string>>;
}

export interface HookFile {
  readonly path: string;
  /** `settings`: the file as it is, without our part. */
  edits(settings: Json, facts: HookFacts): readonly ConfigEdit[];
}

/** A file in which a setting can switch the hooks off. */
export interface HookSwitch {
  /** Below a project's folder, or absolute for a file that counts everywhere. */
  readonly file: string;
  /** The setting as it is written; null if the hooks stay on. */
  readonly off: (settings: Json) => string | null;
}

export interface HookSpec {
  readonly client: NativeClient;
  /** In the order in which they are written. */
  files(at: Surroundings): readonly HookFile[];
  /** A rule by which the client stops asking itself; a choice of its own, because it can hurt. */
  prompts?(at: Surroundings): HookFile;
  readonly promptsNote?: string;
  /** Of user and system files first, then of projects. */
  switches(at: Surroundings): readonly HookSwitch[];
  /** What no file tells, such as a flag on the command line. */
  readonly otherSwitches: string;
  readonly managed?: ManagedSetting;
  readonly note: string;
}
