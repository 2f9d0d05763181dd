/** Tools that plugins contribute. They pass the gate like built-in actions. */
import type {
  ActionKind,
  PathInArgs,
  ValidArgs,
  ParsedArgs,
} from '../../../shared/actions/actions.ts';
import type { Refused } from '../../../shared/actions/outcomes.ts';
import type { Scope } from '../../../shared/access/scopes.ts';

/** What a plugin claims about its tool; unverified. */
export interface ToolAnnotations {
  readonly readOnlyHint?: boolean | undefined;
  readonly destructiveHint?: boolean | undefined;
  readonly idempotentHint?: boolean | undefined;
  readonly openWorldHint?: boolean | undefined;
}

export interface ContributedTool {
  /** `<plugin>_<tool>`. */
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: Readonly<Record<string, unknown>>;
  readonly annotations: ToolAnnotations;
  readonly scope: Scope;
  readonly pluginId: string;
  /** The plugin's own name for it. */
  readonly ownName: string;
  /** SHA-256 of all fields above: a changed definition is a different tool. */
  readonly definitionHash: string;
  readonly timeoutMs: number;
  /** For tools of a web page: its origin, or null when unknown. */
  readonly site?: string | null;
  /** Its results are MCP results already and are passed on unchanged. */
  readonly answersInMcp?: boolean;
  /** Fast for any input, because callers without a session get here. */
  parse(args: unknown): ParsedArgs | Refused;
  /** Checks the arguments against the plugin's schema, which may be slow: only for callers with a session. Returns the first problem, or null. */
  checkArguments?(args: unknown): Promise<string | Refused | null>;
  /** The arguments that the schema marks as paths; the plugin may treat others as paths too. */
  pathsIn?(args: ValidArgs): readonly PathInArgs[];
  /** The arguments with the real paths, in the order of `pathsIn`; where it is left out, by their fields. */
  withPaths?(args: ValidArgs, paths: readonly string[]): ValidArgs;
  /** For tools of Gatehouse itself. */
  readonly own?: OwnTool;
  /** For what an MCP server behind the gate offers; its scope is `mcp:<server>`. */
  readonly server?: ServerTool;
}

/** `ask`: for every call. `allow`: with the scope, unless a rule of the user says otherwise. */
export type ServerToolPolicy = 'allow' | 'ask' | 'deny';

/** The kind of request to an MCP server. Only `tool` appears in the list of tools. */
export type ServerMethod = 'tool' | 'resource' | 'subscription' | 'prompt' | 'completion';

export interface ServerTool {
  readonly name: string;
  readonly method: ServerMethod;
  readonly policy: ServerToolPolicy;
  /** The user may hide a server, or one of its tools, from a client: then there is no such tool for it. */
  isVisibleTo(clientId: string): boolean;
}

/** What Gatehouse knows about its own tools, as it does about built-in actions. */
export interface OwnTool {
  /** Tells the user what this call would do. */
  sentence(args: ValidArgs): string;
  pathsIn(args: ValidArgs): readonly PathInArgs[];
  /** The argument that defaults to the client's workspace folder. */
  readonly workspaceField?: string;
  /** The losses are computed before the user is asked. */
  readonly wantsPlan?: true;
  /** No other call may change its folders while it runs. */
  readonly runsAlone?: true;
}

/** The server's description of its tool for users; null if there is none. */
export function claimWords({ readOnlyHint, destructiveHint }: ToolAnnotations): string | null {
  if (readOnlyHint === true) return 'it only reads';
  if (destructiveHint === true) return 'it may destroy data';
  return destructiveHint === false ? 'it destroys nothing' : null;
}

/**
 * The default policy: tools that claim to be destructive need an ask, the rest is covered by the
 * scope.
 */
export const usualServerPolicy = ({
  destructiveHint,
  readOnlyHint,
}: ToolAnnotations): ServerToolPolicy =>
  destructiveHint === true && readOnlyHint !== true ? 'ask' : 'allow';

/** A tool without annotations may do anything, so it counts as one that runs code. */
export function kindOfTool({ readOnlyHint, destructiveHint }: ToolAnnotations): ActionKind {
  if (readOnlyHint === true) return 'read';
  if (destructiveHint === true) return 'destroy';
  return readOnlyHint === undefined && destructiveHint === undefined ? 'run' : 'write';
}
