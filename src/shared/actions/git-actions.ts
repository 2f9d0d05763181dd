/** Actions of git. */
import { z } from 'zod';
import { actionsOf } from './action-info.ts';
import {
  count,
  fileDiff,
  folder,
  foundPath,
  gitRef,
  listOf,
  name,
  noOption,
  path,
  truncated,
  yesNo,
} from './fields.ts';
import { listed, shown, within } from './sentence-parts.ts';

const action = actionsOf('version_control');

const sha = z.string().regex(/^[0-9a-f]{40,64}$/);

const branchArgs = z
  .strictObject({
    op: z.enum(['list', 'create', 'switch', 'delete']),
    name: gitRef.optional().describe('For all but list'),
    start_point: gitRef.optional().describe('For create; default HEAD'),
    force: yesNo('Delete even if its commits are on no other branch'),
    root: folder,
  })
  .refine((args) => args.op === 'list' || args.name !== undefined, {
    error: 'is needed for this op',
    path: ['name'],
  });

export const gitActions = {
  git_status: action({
    scope: 'git:status',
    kind: 'read',
    title: 'See the git status',
    description: 'Get branch, commits ahead and behind, and changed files.',
    args: z.strictObject({ root: folder }),
    result: z.strictObject({
      branch: name.nullable().describe('null when HEAD is detached'),
      head: sha.nullable().describe('null before the first commit'),
      upstream: name.nullable(),
      ahead: count,
      behind: count,
      entries: listOf(
        z.strictObject({
          path: foundPath,
          index: z.string().length(1).describe('Staged status letter, as in git status --short'),
          worktree: z.string().length(1).describe('Unstaged status letter'),
          renamed_from: foundPath.optional(),
        }),
      ),
      truncated,
    }),
    paths: [{ field: 'root', use: 'list' }],
    sentence: ({ root }) => `see the git status${within(root)}`,
  }),

  git_add: action({
    scope: 'git:commit',
    kind: 'write',
    title: 'Stage files',
    description: 'Stage files, deleted ones too. Returns what is staged.',
    args: z.strictObject({
      paths: z.array(path).min(1).max(1000).describe('Absolute paths'),
      root: folder,
    }),
    result: z.strictObject({ staged: listOf(foundPath), truncated }),
    paths: [
      { field: 'paths', use: 'read', mayBeAbsent: true },
      { field: 'root', use: 'list' },
    ],
    sentence: ({ paths }) => `stage ${listed(paths)} for the next commit`,
  }),

  git_commit: action({
    scope: 'git:commit',
    kind: 'write',
    title: 'Commit',
    description: 'Commit what is staged, with a Consent-Id trailer. Returns the sha.',
    args: z.strictObject({
      message: noOption(16 * 1024),
      amend: yesNo('Replace the last commit'),
      root: folder,
    }),
    result: z.strictObject({ sha, branch: name.nullable() }),
    paths: [{ field: 'root', use: 'list' }],
    sentence: ({ message, amend, root }) =>
      `${amend ? 'replace the last commit with one' : 'commit what is staged'} with the message ` +
      `${shown(message)}${within(root)}`,
  }),

  git_diff: action({
    scope: 'view:diffs',
    kind: 'read',
    title: 'See git diffs',
    description: 'Show changes as a unified diff per file.',
    args: z.strictObject({
      staged: yesNo('Of the index, not the working tree'),
      ref: gitRef.optional().describe('Against a commit, branch or a..b'),
      paths: z.array(path).min(1).max(1000).optional().describe('Only these absolute paths'),
      root: folder,
    }),
    result: z.strictObject({ files: listOf(fileDiff), truncated }),
    paths: [
      { field: 'paths', use: 'read', mayBeAbsent: true },
      { field: 'root', use: 'list' },
    ],
    sentence: ({ staged, ref, paths, root }) =>
      `see the ${staged ? 'staged changes' : 'changes'}` +
      (paths ? ` of ${listed(paths)}` : within(root)) +
      (ref === undefined ? '' : ` against ${shown(ref)}`),
  }),

  git_branch: action({
    scope: 'git:branch',
    kind: 'destroy',
    title: 'Work with branches',
    description: 'List, create, switch to or delete a branch. Returns all branches.',
    args: branchArgs,
    result: z.strictObject({
      current: name.nullable().describe('null when HEAD is detached'),
      branches: listOf(z.strictObject({ name, sha: sha.nullable(), upstream: name.nullable() })),
      truncated,
    }),
    paths: [{ field: 'root', use: 'list' }],
    sentence: ({ op, name: branch = '', start_point: start, force, root }) => {
      const words = {
        list: 'list the branches',
        create: `create branch ${shown(branch)}${start === undefined ? '' : ` at ${shown(start)}`}`,
        switch: `switch to branch ${shown(branch)}`,
        delete: `delete branch ${shown(branch)}${force ? ' even if its commits are lost' : ''}`,
      };
      return words[op] + within(root);
    },
    kindOf: ({ op }) => {
      if (op === 'list') return 'read';
      return op === 'delete' ? 'destroy' : 'write';
    },
  }),
};
