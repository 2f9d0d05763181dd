/** What there is to know about a client: where its files are, how our entry looks, what it may do by itself. */
import type { Surroundings } from '../../../../shared/app/data-dir.ts';
import type { Exposure, KnownClient } from '../../../../shared/integrations/clients.ts';
import type { ConfigFormat } from '../edit/format.ts';
import type { Json, JsonObject, KeyPath } from '../edit/json-value.ts';
import type { ConfigEdit } from '../edit/config-edits.ts';

/** How `gatehouse stdio` is started on this machine. */
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
  /** Any of these says that it is installed. */
  signs(at: Surroundings): {
    readonly programs: readonly string[];
    readonly places: readonly string[];
  };
  readonly format: ConfigFormat;
  /** From the one that counts least to the one that wins. */
  userFiles(at: Surroundings): readonly string[];
  /** Which is made when there is none. */
  newFile(at: Surroundings): string;
  /** In a project, from the one that counts least. */
  readonly projectFiles: readonly string[];
  readonly precedence: string;
  readonly entry: { readonly path: KeyPath; readonly listBy?: string };
  stdio(command: ClientProgram): JsonObject;
  http?(address: HttpAddress): JsonObject;
  /** How a value says that it is read from a file; only where the client can do that. */
  fileReference?(path: string): string;
  /** What the client would replace in our words; none may hold it. */
  readonly expands: readonly string[];
  /** What else a file needs that we make anew. */
  readonly newFileNeeds?: JsonObject;
  readonly after: string;
  readonly ifSilent: string;
  readonly native: NativeSpec;
  readonly isUntried?: true;
}

export interface NativeSpec {
  readonly format: ConfigFormat;
  /** From the one that counts least to the one that wins; of those that are there that one is written. */
  files(at: Surroundings): readonly string[];
  /** What the files say, in that order; those that are missing are left out. */
  read(settings: readonly Json[]): Exposure;
  /** What has to stand in its file so that its own edit and shell tools are denied. */
  deny?(settings: Json): readonly ConfigEdit[];
  readonly note: string;
}
