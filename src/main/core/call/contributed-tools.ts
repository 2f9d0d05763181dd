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
  /** For tools of Gatehouse itself. */
  readonly own?: OwnTool;
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

/** A tool without annotations may do anything, so it counts as one that runs code. */
export function kindOfTool({ readOnlyHint, destructiveHint }: ToolAnnotations): ActionKind {
  if (readOnlyHint === true) return 'read';
  if (destructiveHint === true) return 'destroy';
  return readOnlyHint === undefined && destructiveHint === undefined ? 'run' : 'write';
}
