/** Actions for the cursor, the selection and the visible part of a document. */
import { z } from 'zod';
import { actionsOf } from './action-info.ts';
import { foundPath, lineRange, listOf, path, position, range, text, truncated } from './fields.ts';
import { shown } from './sentence-parts.ts';

const action = actionsOf('realtime_sync');

const document = path.optional().describe('An open document; default: the active one');

const documentOf = (target: string | undefined): string =>
  target === undefined ? 'the active document' : shown(target);

const cursor = z.strictObject({ path: foundPath, position });

export const syncActions = {
  get_cursor_pos: action({
    scope: 'sync:cursor',
    kind: 'read',
    title: 'See the cursor',
    description: 'Get path and position of the cursor.',
    args: z.strictObject({ path: document }),
    result: cursor,
    paths: [{ field: 'path', use: 'read' }],
    sentence: (args) => `see where the cursor is in ${documentOf(args.path)}`,
  }),

  set_cursor_pos: action({
    scope: 'sync:cursor',
    kind: 'read',
    title: 'Move the cursor',
    description: 'Move the cursor and bring it into view.',
    args: z.strictObject({ path: document, position: position }),
    result: cursor,
    paths: [{ field: 'path', use: 'read' }],
    sentence: (args) => `move the cursor to line ${args.position.line} of ${documentOf(args.path)}`,
  }),

  get_selection: action({
    scope: 'sync:selection',
    kind: 'read',
    title: 'See the selection',
    description: 'Get path, ranges and text of the selection.',
    args: z.strictObject({}),
    result: z.strictObject({
      path: foundPath,
      selections: listOf(z.strictObject({ range, text })),
      truncated,
    }),
    paths: [],
    sentence: () => 'see what is selected in the active document',
  }),

  sync_viewport: action({
    scope: 'sync:viewport',
    kind: 'read',
    title: 'See what is on the screen',
    description: 'Get the visible lines of every document on screen.',
    args: z.strictObject({}),
    result: z.strictObject({
      viewports: listOf(
        z.strictObject({
          path: foundPath,
          active: z.boolean(),
          visible_ranges: z.array(lineRange).max(1000),
        }),
      ),
      truncated,
    }),
    paths: [],
    sentence: () => 'see which lines the editor shows',
  }),
};
