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
    description:
      'Read a text file inside a granted folder. Lines of `range` count from 1 and include both ends.',
    args: z.strictObject({
      path: z.string().min(1).max(4096).describe('Absolute path of the file'),
      range: z
        .strictObject({ start_line: line, end_line: line })
        .optional()
        .describe('Only these lines'),
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
    description:
      'Write a new text file; missing folders are created. Refused if it exists, unless `overwrite`. Returns its path, size and version.',
    args: z.strictObject({
      path: file,
      content: z.string().max(maxTextLength).describe('The whole text'),
      overwrite: yesNo('Replace a file that is already there; also needs write:files'),
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
    description:
      'Move a file to the trash, or with `recursive` a folder and everything in it. Returns a trash id.',
    args: z.strictObject({
      path: path.describe('Absolute path of the file or folder'),
      recursive: yesNo('Delete a folder and everything in it'),
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
    description:
      'Rename or move a file or folder. Refused if the new path exists, unless `overwrite`. Returns both paths.',
    args: z.strictObject({
      path: path.describe('Current absolute path'),
      new_path: path.describe('New absolute path'),
      overwrite: yesNo('Replace an existing file at the new path'),
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
    description:
      'Find files whose path below the folder matches a glob such as **/*.ts; ignored files are left out. Returns their paths.',
    args: z.strictObject({
      glob: glob.describe('Pattern with *, **, ? and {a,b}'),
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
    description:
      'Get file_watched events when a file or folder changes, or `stop` getting them. Returns the watch id.',
    args: z.strictObject({
      path: path.describe('Absolute path of the file or folder'),
      recursive: yesNo('Also everything below the folder'),
      stop: yesNo('Stop watching this path'),
    }),
    result: z.strictObject({ watch_id: handle, watching: z.boolean() }),
    paths: [{ field: 'path', use: 'read', mayBeAbsent: true }],
    sentence: ({ path: target, recursive, stop }) =>
      stop
        ? `stop watching ${shown(target)}`
        : `watch ${shown(target)}${recursive ? ' and everything in it' : ''} for changes`,
  }),
};
