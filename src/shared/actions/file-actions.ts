/** Actions on files and folders. */
import { z } from 'zod';
import { actionsOf } from './action-info.ts';
import {
  count,
  file,
  folder,
  foundPath,
  glob,
  handle,
  limit,
  listOf,
  maxItems,
  maxTextLength,
  path,
  truncated,
  version,
  yesNo,
} from './fields.ts';
import { counted, shown, utf8Bytes, within } from './sentence-parts.ts';

const action = actionsOf('file_operation');
const line = z.int().min(1);

export const fileActions = {
  open_file: action({
    scope: 'read:files',
    kind: 'read',
    title: 'Open a file',
    description: 'Read a text file. Returns content and version.',
    args: z.strictObject({
      path: file,
      range: z
        .strictObject({ start_line: line, end_line: line })
        .optional()
        .describe('Only these lines, from 1, both included'),
    }),
    result: z.strictObject({
      path: z.string(),
      content: z.string(),
      language: z.string(),
      version: z.string().describe('Changes whenever the content does'),
      bytes: z.int().describe('Size of the whole file'),
      truncated: z.boolean(),
    }),
    paths: [{ field: 'path', use: 'read' }],
    sentence: (args) =>
      args.range
        ? `open ${shown(args.path)}, lines ${args.range.start_line} to ${args.range.end_line}`
        : `open ${shown(args.path)}`,
  }),

  create_file: action({
    scope: 'create:files',
    kind: 'write',
    title: 'Create a file',
    description: 'Write a new text file, with missing folders. Returns its version.',
    args: z.strictObject({
      path: file,
      content: z.string().max(maxTextLength),
      overwrite: yesNo('Replace an existing file; also needs write:files'),
    }),
    result: z.strictObject({ path: foundPath, bytes: count, version }),
    paths: [{ field: 'path', use: 'create' }],
    sentence: ({ path: target, content, overwrite }) =>
      `${overwrite ? 'create or replace' : 'create'} ${shown(target)} with ${counted(utf8Bytes(content), 'byte')}`,
    scopesOf: ({ overwrite }) => (overwrite ? ['write:files'] : []),
    editBytes: ({ content }) => utf8Bytes(content),
  }),

  delete_file: action({
    scope: 'delete:files',
    kind: 'destroy',
    title: 'Delete a file or folder',
    description: 'Move a file or folder to the trash.',
    args: z.strictObject({
      path: path.describe('Absolute path'),
      recursive: yesNo('For a folder and everything in it'),
    }),
    result: z.strictObject({ path: foundPath, trash_id: handle }),
    paths: [{ field: 'path', use: 'delete' }],
    sentence: ({ path: target, recursive }) =>
      recursive ? `delete folder ${shown(target)} and everything in it` : `delete ${shown(target)}`,
  }),

  rename_file: action({
    scope: 'rename:files',
    kind: 'destroy',
    title: 'Rename or move a file',
    description: 'Rename or move a file or folder.',
    args: z.strictObject({
      path: path.describe('Absolute path'),
      new_path: path.describe('Absolute path'),
      overwrite: yesNo('Replace an existing file'),
    }),
    result: z.strictObject({ path: foundPath, new_path: foundPath }),
    paths: [
      { field: 'path', use: 'delete' },
      { field: 'new_path', use: 'create' },
    ],
    sentence: ({ path: from, new_path: to, overwrite }) =>
      `rename ${shown(from)} to ${shown(to)}${overwrite ? ', replacing what is there' : ''}`,
    kindOf: ({ overwrite }) => (overwrite ? 'destroy' : 'write'),
  }),

  search_files: action({
    scope: 'search:files',
    kind: 'read',
    title: 'Find files by name',
    description: 'Find files by glob, without ignored ones. Returns their paths.',
    args: z.strictObject({
      glob: glob.describe('Such as **/*.ts'),
      root: folder,
      limit: limit(200, maxItems),
    }),
    result: z.strictObject({ paths: listOf(foundPath), truncated }),
    paths: [{ field: 'root', use: 'list' }],
    sentence: ({ glob: pattern, root }) => `find files named ${shown(pattern)}${within(root)}`,
  }),

  watch_file: action({
    scope: 'watch:changes',
    kind: 'read',
    title: 'Watch a file or folder',
    description: 'Get file_watched events when a file or folder changes.',
    args: z.strictObject({
      path: path.describe('Absolute path'),
      recursive: yesNo('Everything below the folder too'),
      stop: yesNo('Stop watching it'),
    }),
    result: z.strictObject({ watch_id: handle, watching: z.boolean() }),
    paths: [{ field: 'path', use: 'read', mayBeAbsent: true }],
    sentence: ({ path: target, recursive, stop }) =>
      stop
        ? `stop watching ${shown(target)}`
        : `watch ${shown(target)}${recursive ? ' and everything in it' : ''} for changes`,
  }),
};
