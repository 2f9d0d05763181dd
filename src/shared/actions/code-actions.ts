/** Actions for syntax, errors, completions, formatting and definitions. */
import { z } from 'zod';
import { actionsOf } from './action-info.ts';
import {
  count,
  file,
  folder,
  foundPath,
  limit,
  listOf,
  name,
  path,
  position,
  range,
  text,
  truncated,
  unifiedDiff,
  version,
} from './fields.ts';
import { shown, within } from './sentence-parts.ts';

const action = actionsOf('code_analysis');

const place = position;

/** "src/a.ts, line 3" */
const at = (target: string, where: z.infer<typeof position>): string =>
  `${shown(target)}, line ${where.line}`;

const diagnostic = z.strictObject({
  path: foundPath,
  range,
  severity: z.enum(['error', 'warning', 'information', 'hint']),
  message: name.max(8192),
  source: name.optional(),
  code: name.optional(),
  fixes: z
    .array(z.strictObject({ fix_id: name, title: name }))
    .max(50)
    .describe('What apply_quick_fix can do about it'),
});

export const codeActions = {
  analyze_syntax: action({
    scope: 'analyze:syntax',
    kind: 'read',
    title: 'Read the syntax tree',
    description: 'Parse a file. Returns the nodes of its syntax tree and the syntax errors.',
    args: z.strictObject({
      path: file,
      range: range.optional().describe('Only this part'),
      depth: z.int().min(1).max(64).default(6),
      limit: limit(2000, 10_000),
    }),
    result: z.strictObject({
      path: foundPath,
      language: name,
      version,
      nodes: listOf(
        z.strictObject({
          type: name,
          depth: count.describe('0 for the root; a node belongs to the last one less deep'),
          field: name.optional().describe('What it is to its parent, such as name or body'),
          range,
          text: name.optional().describe('Short text of a leaf'),
        }),
      ),
      errors: listOf(z.strictObject({ range, message: name })),
      truncated,
    }),
    paths: [{ field: 'path', use: 'read' }],
    sentence: (args) => `read the syntax tree of ${shown(args.path)}`,
  }),

  get_errors: action({
    scope: 'detect:errors',
    kind: 'read',
    title: 'See errors and warnings',
    description:
      'List errors and warnings of a file or of the folder. Returns location, message and fixes.',
    args: z.strictObject({
      path: path.optional().describe('Absolute path of a file'),
      root: folder,
      limit: limit(500, 10_000),
    }),
    result: z.strictObject({ diagnostics: listOf(diagnostic), truncated }),
    paths: [
      { field: 'path', use: 'read' },
      { field: 'root', use: 'list' },
    ],
    sentence: (args) =>
      args.path === undefined
        ? `see the errors and warnings${within(args.root)}`
        : `see the errors and warnings of ${shown(args.path)}`,
  }),

  get_completions: action({
    scope: 'suggest:completion',
    kind: 'read',
    title: 'Ask for completions',
    description: 'Get completions at a position, best first.',
    args: z.strictObject({ path: file, position: place, limit: limit(50, 500) }),
    result: z.strictObject({
      items: listOf(
        z.strictObject({
          label: name,
          kind: name.describe('Such as function, variable or keyword'),
          detail: text.optional(),
          insert_text: text,
        }),
      ),
      truncated,
    }),
    paths: [{ field: 'path', use: 'read' }],
    sentence: (args) => `ask for completions at ${at(args.path, args.position)}`,
  }),

  format_code: action({
    scope: 'format:code',
    kind: 'write',
    title: 'Format code',
    description: 'Format a file or a range of it. Returns the new version and the diff.',
    args: z.strictObject({ path: file, range: range.optional().describe('Only this part') }),
    result: z.strictObject({ path: foundPath, version, diff: unifiedDiff, truncated }),
    paths: [{ field: 'path', use: 'write' }],
    sentence: (args) =>
      args.range
        ? `format lines ${args.range.start.line} to ${args.range.end.line} of ${shown(args.path)}`
        : `format ${shown(args.path)}`,
  }),

  goto_definition: action({
    scope: 'navigate:symbols',
    kind: 'read',
    title: 'Find a definition',
    description: 'Find where the symbol at a position is defined.',
    args: z.strictObject({ path: file, position: place }),
    result: z.strictObject({
      locations: listOf(
        z.strictObject({ path: foundPath, range, preview: name.describe('The line itself') }),
      ),
      truncated,
    }),
    paths: [{ field: 'path', use: 'read' }],
    sentence: (args) => `find the definition of the symbol at ${at(args.path, args.position)}`,
  }),
};
