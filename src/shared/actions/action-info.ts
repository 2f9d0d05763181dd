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

/** From harmless to grave; `run` and `destroy` are always confirmed. */
export const actionKinds = ['read', 'write', 'run', 'destroy'] as const;
export type ActionKind = (typeof actionKinds)[number];

/**
 * What becomes of a path: `read` something that is there, `list` a folder to look or work in,
 * `write` into a file, `create` what may not be there yet, `delete` what then is gone from there.
 */
export type PathUse = 'read' | 'list' | 'write' | 'create' | 'delete';

export interface PathField<Field extends string = string> {
  /** A top-level argument: a string, an optional string or an array of strings. */
  readonly field: Field;
  readonly use: PathUse;
  /** It may name what is no longer there, such as a deleted file to be staged. */
  readonly mayBeAbsent?: true;
}

export interface ActionInfo<
  Args extends z.ZodObject = z.ZodObject,
  Result extends z.ZodObject = z.ZodObject,
> {
  readonly category: ActionCategory;
  readonly scope: Scope;
  /** The gravest it can be; `kindOf` may say less for the arguments at hand, never more. */
  readonly kind: ActionKind;
  readonly title: string;
  /** For agents: what it does and what comes back. */
  readonly description: string;
  readonly args: Args;
  readonly result: Result;
  readonly paths: readonly PathField<keyof z.infer<Args> & string>[];
  /** For the user: what this call would do, from its arguments alone. */
  sentence(args: z.infer<Args>): string;
  kindOf?(args: z.infer<Args>): ActionKind;
  /** Rights that the arguments need beside `scope`. */
  scopesOf?(args: z.infer<Args>): readonly Scope[];
  /** How many bytes of new text it carries. */
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
