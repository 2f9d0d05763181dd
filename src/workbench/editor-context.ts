/** The workbench context plus open documents and session layouts. */
import type { WorkbenchContext } from './workbench-context.ts';
import type { Documents } from './buffers/documents.ts';
import type { Layout } from './buffers/layout.ts';

export interface EditorContext extends WorkbenchContext {
  readonly documents: Documents;
  readonly layout: Layout;
}
