/**
 * The catalogue of actions with the scope, kind, arguments and result of each. Transports, gate,
 * executors and tests use this one table.
 */
import type { z } from 'zod';
import type { ActionInfo, ActionKind, PathUse } from './action-info.ts';
import { advancedActions } from './advanced-actions.ts';
import { bufferActions } from './buffer-actions.ts';
import { codeActions } from './code-actions.ts';
import { fileActions } from './file-actions.ts';
import { gitActions } from './git-actions.ts';
import { projectActions } from './project-actions.ts';
import { searchActions } from './search-actions.ts';
import { syncActions } from './sync-actions.ts';
import { terminalActions } from './terminal-actions.ts';
import type { Scope } from '../access/scopes.ts';
import { readAs, type Problem } from '../base/parse.ts';
import { refused, type Refused } from './outcomes.ts';

export {
  actionKinds,
  categories,
  type ActionCategory,
  type ActionInfo,
  type ActionKind,
  type PathUse,
} from './action-info.ts';

export const actions = {
  ...fileActions,
  ...bufferActions,
  ...codeActions,
  ...projectActions,
  ...terminalActions,
  ...gitActions,
  ...searchActions,
  ...syncActions,
  ...advancedActions,
} as const satisfies Record<string, ActionInfo>;

export type ActionName = keyof typeof actions;
export type ActionArgs<Name extends ActionName> = z.infer<(typeof actions)[Name]['args']>;

/** Arguments of any action, already validated by its schema. */
export type ValidArgs = Readonly<Record<string, unknown>>;

export const actionNames: readonly ActionName[] = Object.freeze(
  Object.keys(actions) as ActionName[],
);

export const isAction = (name: string): name is ActionName => Object.hasOwn(actions, name);

/** The entry of an action whose name is only known at run time. */
export const actionInfo = (name: ActionName): ActionInfo => actions[name];

/**
 * Over session sockets, a command may name a category and put the action's name into `operation`.
 */
export function actionOfCategory(category: string, operation: string): ActionName | null {
  return isAction(operation) && actions[operation].category === category ? operation : null;
}

/** All scopes that this call needs, without duplicates. */
export function scopesNeeded(name: ActionName, args: ValidArgs): readonly Scope[] {
  const info = actionInfo(name);
  return [...new Set([info.scope, ...(info.scopesOf?.(args) ?? [])])];
}

export function kindOf(name: ActionName, args: ValidArgs): ActionKind {
  const info = actionInfo(name);
  return info.kindOf?.(args) ?? info.kind;
}

export const sentenceOf = (name: ActionName, args: ValidArgs): string =>
  actionInfo(name).sentence(args);

export const editBytesOf = (name: ActionName, args: ValidArgs): number =>
  actionInfo(name).editBytes?.(args) ?? 0;

export interface PathInArgs {
  readonly field: string;
  readonly path: string;
  readonly use: PathUse;
  /** The path need not exist any more. */
  readonly mayBeAbsent: boolean;
}

/**
 * All paths in the arguments, in catalogue order. A call that only reads, such as closing a saved
 * document, writes to none of them.
 */
export function pathsIn(name: ActionName, args: ValidArgs): readonly PathInArgs[] {
  const onlyReads = kindOf(name, args) === 'read';
  return actionInfo(name).paths.flatMap(({ field, use, mayBeAbsent = false }) =>
    stringsOf(args[field]).map((path) => ({
      field,
      path,
      use: onlyReads && use !== 'list' ? 'read' : use,
      mayBeAbsent,
    })),
  );
}

/** The same arguments with other paths, in the order of `pathsIn`. */
export function withPaths(name: ActionName, args: ValidArgs, paths: readonly string[]): ValidArgs {
  const replaced: Record<string, unknown> = { ...args };
  let next = 0;
  for (const { field } of actionInfo(name).paths) {
    const old = args[field];
    const own = paths.slice(next, next + stringsOf(old).length);
    next += own.length;
    if (Array.isArray(old)) replaced[field] = own;
    else if (own.length === 1) replaced[field] = own[0];
  }
  return replaced;
}

const stringsOf = (value: unknown): readonly string[] =>
  (Array.isArray(value) ? value : [value]).filter((item) => typeof item === 'string');

/** Wrapped in an object, because arguments from outside may look like a refusal. */
export interface ParsedArgs<T = Readonly<Record<string, unknown>>> {
  readonly args: T;
}

/**
 * Parses a call's arguments, once, where the gate receives it. The refusal names the first wrong
 * field.
 */
export function parseArgs<Schema extends z.ZodType>(
  schema: Schema,
  args: unknown,
): ParsedArgs<z.output<Schema>> | Refused {
  const parsed = readAs(schema, args);
  if (parsed.success) return { args: parsed.data };
  return refused('invalid-arguments', firstProblem(parsed.error.issues));
}

function firstProblem([problem]: readonly Problem[]): string {
  if (!problem) return '';
  const field = problem.path.map(String).join('.') || 'arguments';
  // The message may quote the arguments, which may be long.
  return `${field}: ${problem.message}`.slice(0, 300).concat('.');
}
