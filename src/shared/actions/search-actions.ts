/** Actions that search and replace text in files. */
import { z } from 'zod';
import { actionsOf } from './action-info.ts';
import {
  count,
  file,
  folder,
  foundPath,
  globs,
  limit,
  listOf,
  maxItems,
  name,
  path,
  range,
  snippet,
  truncated,
  unifiedDiff,
  withoutNul,
} from './fields.ts';
import { listed, shown, utf8Bytes, within } from './sentence-parts.ts';

const action = actionsOf('search_replace');

const searchText = snippet
  .min(1)
  .max(64 * 1024)
  .refine(...withoutNul);
const ignoreCase = z.boolean().default(false);

const match = z.strictObject({
  range,
  preview: name.describe('The line, shortened'),
});
const matchInFile = match.extend({ path: foundPath });

const replaceArgs = z
  .strictObject({
    paths: z.array(path).min(1).max(1000).optional().describe('Absolute paths'),
    globs: globs.optional(),
    root: folder,
    text: searchText.describe('Exact text'),
    replacement: snippet,
    ignore_case: ignoreCase,
  })
  .refine((args) => (args.paths === undefined) !== (args.globs === undefined), {
    error: 'needs either paths or globs',
    path: ['paths'],
  });

const inFiles = (some: readonly string[] | undefined): string =>
  some ? ` in files named ${listed(some)}` : '';

export const searchActions = {
  find_in_file: action({
    scope: 'search:content',
    kind: 'read',
    title: 'Search a file',
    description: 'Find exact text in one file. Returns ranges and lines.',
    args: z.strictObject({
      path: file,
      text: searchText,
      ignore_case: ignoreCase,
      limit: limit(200, maxItems),
    }),
    result: z.strictObject({ matches: listOf(match), truncated }),
    paths: [{ field: 'path', use: 'read' }],
    sentence: (args) => `search ${shown(args.path)} for ${shown(args.text)}`,
  }),

  find_in_project: action({
    scope: 'search:project',
    kind: 'read',
    title: 'Search the folder',
    description: 'Find exact text in all files of a folder. Returns paths, ranges and lines.',
    args: z.strictObject({
      text: searchText,
      root: folder,
      globs: globs.optional(),
      ignore_case: ignoreCase,
      limit: limit(200, maxItems),
    }),
    result: z.strictObject({ matches: listOf(matchInFile), files_searched: count, truncated }),
    paths: [{ field: 'root', use: 'list' }],
    sentence: (args) => `search for ${shown(args.text)}${inFiles(args.globs)}${within(args.root)}`,
  }),

  replace_text: action({
    scope: 'replace:text',
    kind: 'write',
    title: 'Replace text across files',
    description:
      'Replace exact text everywhere in the files that paths or globs name. Returns a diff per file.',
    args: replaceArgs,
    result: z.strictObject({
      files: listOf(z.strictObject({ path: foundPath, replacements: count, diff: unifiedDiff })),
      replacements: count,
      truncated,
    }),
    paths: [
      { field: 'paths', use: 'write' },
      { field: 'root', use: 'list' },
    ],
    sentence: ({ paths, globs: patterns, root, text, replacement }) =>
      `replace ${shown(text)} by ${shown(replacement)}` +
      (paths ? ` in ${listed(paths)}` : inFiles(patterns) + within(root)),
    editBytes: ({ replacement }) => utf8Bytes(replacement),
  }),

  regex_search: action({
    scope: 'regex:operations',
    kind: 'read',
    title: 'Search with a regular expression',
    description:
      'Search all files of a folder with a regular expression. Returns paths, ranges and lines.',
    args: z.strictObject({
      pattern: z
        .string()
        .min(1)
        .max(4096)
        .refine(...withoutNul)
        .describe('Matched line by line'),
      root: folder,
      globs: globs.optional(),
      ignore_case: ignoreCase,
      limit: limit(200, maxItems),
    }),
    result: z.strictObject({ matches: listOf(matchInFile), files_searched: count, truncated }),
    paths: [{ field: 'root', use: 'list' }],
    sentence: (args) =>
      `search for the pattern ${shown(args.pattern)}${inFiles(args.globs)}${within(args.root)}`,
  }),
};
