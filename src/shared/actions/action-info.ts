/** The type of an action's entry in the catalogue, and the helper that declares one. */
import type { z } from 'zod';
import type { Scope } from '../access/scopes.ts';

export const categories = [
  'file_operation',
  'buffer_management',
  'code_analysis',
  'project_management',
  'terminal_execution',
  'version_control',
  'search_replace',
  'realtime_sync',
  'advanced_features',
] as const;
export type ActionCategory = (typeof categories)[number];

/** From harmless to severe; `run` and `destroy` are always confirmed. */
export const actionKinds = ['read', 'write', 'run', 'destroy'] as const;
export type ActionKind = (typeof actionKinds)[number];

/**
 * What happens to a path: `read` an existing file, `list` a folder to search or work in, `write`
 * an existing file, `create` a file that may not exist yet, `delete` one.
 */
export type PathUse = 'read' | 'list' | 'write' | 'create' | 'delete';

export interface PathField<Field extends string = string> {
  /** A top-level argument: a string, an optional string, or an array of strings. */
  readonly field: Field;
  readonly use: PathUse;
  /** The path need not exist any more, such as a deleted file to be staged. */
  readonly mayBeAbsent?: true;
}

export interface ActionInfo<
  Args extends z.ZodObject = z.ZodObject,
  Result extends z.ZodObject = z.ZodObject,
> {
  readonly category: ActionCategory;
  readonly scope: Scope;
  /** The most severe kind; `kindOf` may lower it for specific arguments, never raise it. */
  readonly kind: ActionKind;
  readonly title: string;
  /** For agents: what it does and returns. */
  readonly description: string;
  readonly args: Args;
  readonly result: Result;
  readonly paths: readonly PathField<keyof z.infer<Args> & string>[];
  /** For the user: what this call would do, judging from its arguments alone. */
  sentence(args: z.infer<Args>): string;
  kindOf?(args: z.infer<Args>): ActionKind;
  /** Scopes that the arguments need in addition to `scope`. */
  scopesOf?(args: z.infer<Args>): readonly Scope[];
  /** How many bytes of new text it contains. */
  editBytes?(args: z.infer<Args>): number;
}

type ActionEntry<Args extends z.ZodObject, Result extends z.ZodObject> = Omit<
  ActionInfo<Args, Result>,
  'category'
>;

type Define = <Args extends z.ZodObject, Result extends z.ZodObject>(
  entry: ActionEntry<Args, Result>,
) => ActionInfo<Args, Result>;

export const actionsOf =
  (category: ActionCategory): Define =>
  (entry) => ({ category, ...entry });
