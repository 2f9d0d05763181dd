/** Actions on open documents of an editor. */
import { z } from 'zod';
import { actionsOf } from './action-info.ts';
import {
  count,
  file,
  foundPath,
  handle,
  listOf,
  maxTextLength,
  name,
  path,
  range,
  snippet,
  truncated,
  unifiedDiff,
  version,
  yesNo,
} from './fields.ts';
import { counted, shown, utf8Bytes } from './sentence-parts.ts';

const action = actionsOf('buffer_management');

const isGiven = (value: unknown): boolean => value !== undefined;

const edit = z
  .strictObject({
    range: range.optional().describe('To replace; an empty one inserts'),
    old_text: snippet
      .min(1)
      .optional()
      .describe('Instead of range: exact text that occurs exactly once'),
    new_text: snippet.describe('Empty deletes'),
  })
  .refine((item) => isGiven(item.range) !== isGiven(item.old_text), {
    error: 'needs either range or old_text',
    path: ['range'],
  });

/** Text that must occur exactly once also proves that the document is the one that was read. */
const namesOldText = (edits: readonly z.infer<typeof edit>[] | undefined): boolean =>
  edits?.every((item) => isGiven(item.old_text)) ?? false;

const editBufferArgs = z
  .strictObject({
    path: file,
    edits: z.array(edit).min(1).max(1000).optional().describe('Must not overlap'),
    content: z.string().max(maxTextLength).optional().describe('Instead of edits: the whole text'),
    undo: z.literal(true).optional().describe('Undo your last edit'),
    base_version: version
      .min(1)
      .optional()
      .describe('The version you read; optional with old_text'),
    save: yesNo('Also save it; needs write:files'),
  })
  .refine(({ edits, content, undo }) => [edits, content, undo].filter(isGiven).length === 1, {
    error: 'needs either edits or content, or undo',
    path: ['edits'],
  })
  .refine((args) => isGiven(args.base_version) || args.undo || namesOldText(args.edits), {
    error: 'is needed with range and content; read the file for its version, or use old_text',
    path: ['base_version'],
  });

export const bufferActions = {
  get_buffers: action({
    scope: 'read:buffers',
    kind: 'read',
    title: 'List open documents',
    description:
      'List the open documents. Returns path, version and whether there are unsaved changes.',
    args: z.strictObject({}),
    result: z.strictObject({
      buffers: listOf(
        z.strictObject({
          path: foundPath,
          language: name,
          version,
          dirty: z.boolean().describe('It has unsaved changes'),
          active: z.boolean(),
          bytes: count,
        }),
      ),
      truncated,
    }),
    paths: [],
    sentence: () => 'list the open documents',
  }),

  edit_buffer: action({
    scope: 'edit:buffers',
    kind: 'write',
    title: 'Edit a document',
    description:
      'Edit a document by old_text or range, or replace its whole content. Returns the new version and the diff.',
    args: editBufferArgs,
    result: z.strictObject({
      path: foundPath,
      version,
      saved: z.boolean(),
      diff: unifiedDiff,
      truncated,
    }),
    paths: [{ field: 'path', use: 'write' }],
    sentence: ({ path: target, edits, undo, save }) => {
      if (undo) return `take back its last edit in ${shown(target)}${save ? ' and save it' : ''}`;
      const what = edits
        ? `make ${counted(edits.length, 'edit')} in ${shown(target)}`
        : `replace the whole text of ${shown(target)}`;
      return save ? `${what} and save it` : what;
    },
    scopesOf: ({ save }) => (save ? ['write:files'] : []),
    editBytes: ({ edits = [], content = '' }) =>
      utf8Bytes(content, ...edits.map((item) => item.new_text)),
  }),

  switch_buffer: action({
    scope: 'manage:buffers',
    kind: 'read',
    title: 'Show a document',
    description: 'Open a document and bring it to the front. Returns its version.',
    args: z.strictObject({ path: file }),
    result: z.strictObject({ path: foundPath, version }),
    paths: [{ field: 'path', use: 'read' }],
    sentence: ({ path: target }) => `show ${shown(target)} in the editor`,
  }),

  split_pane: action({
    scope: 'split:panes',
    kind: 'read',
    title: 'Split the editor',
    description: 'Open another pane in the editor. Returns its id.',
    args: z.strictObject({
      path: path.optional().describe('Absolute path of a file to show'),
      direction: z.enum(['right', 'down', 'left', 'up']).default('right'),
    }),
    result: z.strictObject({ pane_id: handle }),
    paths: [{ field: 'path', use: 'read' }],
    sentence: ({ path: target, direction }) =>
      `split the editor ${direction === 'left' || direction === 'right' ? `to the ${direction}` : direction}` +
      (target === undefined ? '' : ` and show ${shown(target)}`),
  }),

  close_buffer: action({
    scope: 'manage:tabs',
    kind: 'destroy',
    title: 'Close a document',
    description: 'Close a document. With unsaved changes it stays open unless `save` is set.',
    args: z.strictObject({
      path: file,
      save: z
        .boolean()
        .optional()
        .describe('true: save changes (needs write:files); false: discard them'),
    }),
    result: z.strictObject({ path: foundPath, closed: z.boolean(), saved: z.boolean() }),
    paths: [{ field: 'path', use: 'write' }],
    sentence: ({ path: target, save }) => {
      if (save === undefined) return `close ${shown(target)} if it has no unsaved changes`;
      return save
        ? `save and close ${shown(target)}`
        : `close ${shown(target)} and discard unsaved changes`;
    },
    kindOf: ({ save }) => {
      if (save === undefined) return 'read';
      return save ? 'write' : 'destroy';
    },
    scopesOf: ({ save }) => (save === true ? ['write:files'] : []),
  }),
};
