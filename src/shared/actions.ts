/**
 * What can be done, one entry each: the scope it needs, what kind of thing it is,
 * its arguments and its result. Doors, gate, executors and tests read the same table.
 */
import { z } from 'zod';
import type { Scope } from './scopes.ts';

export type ActionKind = 'read' | 'write' | 'run' | 'destroy';

interface ActionInfo {
  readonly scope: Scope;
  readonly kind: ActionKind;
  readonly title: string;
  readonly description: string;
  readonly args: z.ZodObject;
  readonly result: z.ZodObject;
}

const line = z.int().min(1);

export const actions = {
  open_file: {
    scope: 'read:files',
    kind: 'read',
    title: 'Open a file',
    description:
      'Read a text file inside a granted folder. Lines of `range` count from 1 and include both ends.',
    args: z.strictObject({
      path: z.string().min(1).max(4096).describe('Absolute path of the file'),
      range: z.strictObject({ start_line: line, end_line: line }).optional(),
    }),
    result: z.strictObject({
      path: z.string(),
      content: z.string(),
      language: z.string(),
      version: z.string().describe('Changes whenever the content does'),
      bytes: z.int().describe('Size of the whole file'),
      truncated: z.boolean(),
    }),
  },
} as const satisfies Record<string, ActionInfo>;

export type ActionName = keyof typeof actions;
export type ActionArgs<Name extends ActionName> = z.infer<(typeof actions)[Name]['args']>;
export type ActionResult<Name extends ActionName> = z.infer<(typeof actions)[Name]['result']>;

export const isAction = (name: string): name is ActionName => Object.hasOwn(actions, name);
