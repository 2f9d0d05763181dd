/** Tools that plugins bring along. They pass the gate like the actions of the catalogue. */
import type { ActionKind, PathInArgs, ValidArgs } from '../../../shared/actions.ts';
import type { Refused } from '../../../shared/outcomes.ts';
import type { Scope } from '../../../shared/scopes.ts';

/** As a plugin tells it; nothing has checked whether it is true. */
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
  /** As the plugin calls it. */
  readonly ownName: string;
  /** SHA-256 of all the above: another definition is another tool. */
  readonly definitionHash: string;
  readonly timeoutMs: number;
  /** Of a web page: the origin it runs in, or null where nobody says which. */
  readonly site?: string | null;
  /** Its answers are results of MCP already, and are handed on as such. */
  readonly answersInMcp?: boolean;
  /** The first thing wrong with the arguments; null when they fit. */
  problemWith(args: unknown): string | Refused | null;
  /** Where its schema marks which arguments are paths; what else it calls one only the plugin knows. */
  pathsIn?(args: ValidArgs): readonly PathInArgs[];
  /** Of a tool of Gatehouse itself. */
  readonly own?: OwnTool;
}

/** What is known of a tool that Gatehouse itself brings along, as of an action of the catalogue. */
export interface OwnTool {
  /** For the person: what this call would do. */
  sentence(args: ValidArgs): string;
  pathsIn(args: ValidArgs): readonly PathInArgs[];
  /** The argument that the folder fills in which the client says it works. */
  readonly workspaceField?: string;
  /** What would be lost is worked out before the person is asked. */
  readonly wantsPlan?: true;
  /** No other call changes anything in its folders meanwhile. */
  readonly runsAlone?: true;
}

/** What says nothing about itself may run anything. */
export function kindOfTool({ readOnlyHint, destructiveHint }: ToolAnnotations): ActionKind {
  if (readOnlyHint === true) return 'read';
  if (destructiveHint === true) return 'destroy';
  return readOnlyHint === undefined && destructiveHint === undefined ? 'run' : 'write';
}
