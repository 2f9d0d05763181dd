/**
 * Describes a client: its config files, the format of our entry, and what it may do without
 * Gatehouse.
 */
import type { SystemEnvironment } from '../../../../shared/app/data-dir.ts';
import type { Exposure, KnownClient } from '../../../../shared/integrations/clients.ts';
import type { ConfigFormat } from '../edit/format.ts';
import type { Json, JsonObject, KeyPath } from '../edit/json-value.ts';
import type { ConfigEdit } from '../edit/config-edits.ts';

/** How `gatehouse` is started on this machine, for its `stdio` and `hook` commands. */
export interface ClientProgram {
  readonly program: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

export interface HttpAddress {
  readonly url: string;
  /** The whole Authorization header. */
  readonly authorization: string;
}

export interface ClientSpec {
  readonly id: KnownClient;
  readonly name: string;
  /** The client is installed if one of these exists. */
  signs(at: SystemEnvironment): {
    readonly programs: readonly string[];
    readonly places: readonly string[];
  };
  readonly format: ConfigFormat;
  /** In order of precedence, lowest first. */
  userFiles(at: SystemEnvironment): readonly string[];
  /** Created when none exists. */
  newFile(at: SystemEnvironment): string;
  /** Files in a project, in order of precedence, lowest first. */
  readonly projectFiles: readonly string[];
  readonly precedence: string;
  readonly entry: { readonly path: KeyPath; readonly listBy?: string };
  stdio(command: ClientProgram): JsonObject;
  http?(address: HttpAddress): JsonObject;
  /** The syntax for reading a value from a file, if the client supports it. */
  fileReference?(path: string): string;
  /** Placeholders that the client would replace; our values must not contain them. */
  readonly expands: readonly string[];
  /** Content that a new file needs besides our entry. */
  readonly newFileNeeds?: JsonObject;
  readonly after: string;
  readonly ifSilent: string;
  readonly native: NativeSpec;
  readonly isUntried?: true;
}

export interface NativeSpec {
  readonly format: ConfigFormat;
  /**
   * In order of precedence, lowest first. The existing file with the highest precedence is written.
   */
  files(at: SystemEnvironment): readonly string[];
  /**
   * A folder whose TOML files contain rules in addition to these files, in order of their names.
   */
  policyFolder?(at: SystemEnvironment): string;
  /** The parsed files in that order, without missing ones. */
  read(settings: readonly Json[], policies?: readonly Json[]): Exposure;
  /**
   * Anything that weakens the client's prompts other than a single tool's setting. Runs in main,
   * without the files.
   */
  hazards?(at: SystemEnvironment): readonly string[];
  /** The settings by which the client calls our tools without asking first; Gatehouse asks itself. */
  allow?(settings: Json): readonly ConfigEdit[];
  /** Our server entry already says so. */
  readonly isAllowedInEntry?: true;
  /** The settings that deny the client's own edit and shell tools. */
  deny?(settings: Json): readonly ConfigEdit[];
  /** Where that is written, if not to the files above. */
  denyFile?(at: SystemEnvironment): string;
  readonly note: string;
}
