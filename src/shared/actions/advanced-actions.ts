/** Actions for code lenses, quick fixes, refactoring and plugins. */
import { z } from 'zod';
import { actionsOf } from './action-info.ts';
import {
  count,
  file,
  fileDiff,
  handle,
  listOf,
  name,
  position,
  range,
  truncated,
} from './fields.ts';
import { shown } from './sentence-parts.ts';

const action = actionsOf('advanced_features');

const pluginArgs = z
  .strictObject({
    op: z.enum(['list', 'enable', 'disable', 'install', 'uninstall']),
    plugin: z
      .string()
      .max(200)
      .regex(/^[A-Za-z0-9][A-Za-z0-9._-]*$/)
      .optional()
      .describe('Id, for all but list'),
  })
  .refine((args) => args.op === 'list' || args.plugin !== undefined, {
    error: 'is needed for this op',
    path: ['plugin'],
  });

export const advancedActions = {
  get_code_lens: action({
    scope: 'code:lens',
    kind: 'read',
    title: 'Read code lenses',
    description: 'List the notes above code, such as reference counts.',
    args: z.strictObject({ path: file }),
    result: z.strictObject({
      lenses: listOf(z.strictObject({ range, title: name, command: name.optional() })),
      truncated,
    }),
    paths: [{ field: 'path', use: 'read' }],
    sentence: (args) => `read the code lenses of ${shown(args.path)}`,
  }),

  apply_quick_fix: action({
    scope: 'quick:fixes',
    kind: 'write',
    title: 'Apply a quick fix',
    description: 'Apply a fix that get_errors offered. Returns a diff per file.',
    args: z.strictObject({
      path: file,
      range: range.describe('From get_errors'),
      fix_id: handle.max(1024).describe('From get_errors'),
    }),
    result: z.strictObject({ title: name, files: listOf(fileDiff), truncated }),
    paths: [{ field: 'path', use: 'write' }],
    sentence: (args) =>
      `apply the quick fix ${shown(args.fix_id)} at ${shown(args.path)}, line ${args.range.start.line}`,
  }),

  refactor_symbol: action({
    scope: 'refactor:code',
    kind: 'write',
    title: 'Rename a symbol',
    description: 'Rename the symbol at a position wherever it is used. Returns a diff per file.',
    args: z.strictObject({
      path: file,
      position: position,
      new_name: z.string().min(1).max(255).regex(/^\S+$/, 'must not contain spaces'),
    }),
    result: z.strictObject({ occurrences: count, files: listOf(fileDiff), truncated }),
    paths: [{ field: 'path', use: 'write' }],
    sentence: (args) =>
      `rename the symbol at ${shown(args.path)}, line ${args.position.line}, ` +
      `to ${shown(args.new_name)} everywhere`,
  }),

  manage_plugins: action({
    scope: 'manage:plugins',
    kind: 'destroy',
    title: 'Manage plugins',
    description: 'List, enable, disable, install or uninstall editor plugins.',
    args: pluginArgs,
    result: z.strictObject({
      plugins: listOf(z.strictObject({ id: name, name, version: name, enabled: z.boolean() })),
      truncated,
    }),
    paths: [],
    sentence: ({ op, plugin = '' }) =>
      op === 'list' ? 'list the plugins of the editor' : `${op} the plugin ${shown(plugin)}`,
    kindOf: ({ op }) => (op === 'list' ? 'read' : 'destroy'),
  }),
};
