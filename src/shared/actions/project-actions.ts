/** Actions that explore, build, test and describe a project. */
import { z } from 'zod';
import { actionsOf } from './action-info.ts';
import {
  count,
  folder,
  foundPath,
  heldBack,
  limit,
  listOf,
  maxItems,
  name,
  noOption,
  path,
  text,
  timeout,
  truncated,
} from './fields.ts';
import { shown, within } from './sentence-parts.ts';

const action = actionsOf('project_management');

const finished = {
  exit_code: z.int().nullable().describe('null when it was stopped before it finished'),
  timed_out: z.boolean(),
  output: text.describe('Standard output and error, interleaved'),
  output_bytes: count.describe('Size of the whole output'),
  truncated,
  held_back: heldBack,
};

export const projectActions = {
  explore_tree: action({
    scope: 'explore:project',
    kind: 'read',
    title: 'List a folder',
    description:
      'List a folder and what is below it, without ignored files. Returns path, kind and size of each.',
    args: z.strictObject({
      path: path.optional().describe('Absolute path; default: your only folder'),
      depth: z.int().min(1).max(32).default(2).describe('1: only the folder'),
      limit: limit(500, maxItems),
    }),
    result: z.strictObject({
      path: foundPath,
      entries: listOf(
        z.strictObject({
          path: foundPath,
          kind: z.enum(['file', 'folder', 'link', 'other']),
          depth: count,
          bytes: count.optional(),
        }),
      ),
      truncated,
    }),
    paths: [{ field: 'path', use: 'list' }],
    sentence: (args) => `list ${args.path === undefined ? 'the folder' : shown(args.path)}`,
  }),

  build_project: action({
    scope: 'build:project',
    kind: 'run',
    title: 'Build the project',
    description: 'Run a build task of the project. Returns its exit code and output.',
    args: z.strictObject({
      task: noOption(200)
        .optional()
        .describe('Name from get_workspace_info; default: the default build'),
      root: folder,
      timeout: timeout(300, 3600),
    }),
    result: z.strictObject({ task: name, ...finished }),
    paths: [{ field: 'root', use: 'list' }],
    sentence: ({ task, root }) =>
      task === undefined
        ? `build the project${within(root)}`
        : `run the build task ${shown(task)}${within(root)}`,
  }),

  run_tests: action({
    scope: 'test:code',
    kind: 'run',
    title: 'Run the tests',
    description: 'Run the tests of the project. Returns exit code, output and counts.',
    args: z.strictObject({
      filter: noOption(1000).optional().describe('Name or file of tests, for the test runner'),
      root: folder,
      timeout: timeout(300, 3600),
    }),
    result: z.strictObject({
      ...finished,
      counts: z
        .strictObject({ passed: count, failed: count, skipped: count })
        .optional()
        .describe('Omitted when the output has none'),
    }),
    paths: [{ field: 'root', use: 'list' }],
    sentence: ({ filter, root }) =>
      filter === undefined
        ? `run the tests${within(root)}`
        : `run the tests matching ${shown(filter)}${within(root)}`,
  }),

  get_workspace_info: action({
    scope: 'explore:project',
    kind: 'read',
    title: 'See what the project is',
    description:
      'Describe your folders. Returns git head, languages, tasks and the connected editor.',
    args: z.strictObject({}),
    result: z.strictObject({
      folders: z
        .array(
          z.strictObject({
            path: foundPath,
            name,
            git: z
              .strictObject({ branch: name.nullable(), head: name.nullable() })
              .nullable()
              .describe('null outside a repository; branch is null when detached'),
          }),
        )
        .max(100),
      languages: z.array(z.strictObject({ name, files: count })).max(200),
      tasks: z
        .array(z.strictObject({ name, kind: z.enum(['build', 'test', 'other']), root: foundPath }))
        .max(1000),
      editor: z.strictObject({ name, version: name }),
      truncated,
    }),
    paths: [],
    sentence: () => 'see the folders, languages and tasks of the project',
  }),
};
