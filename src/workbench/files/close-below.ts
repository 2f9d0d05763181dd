import { isInside } from '../../shared/files/inside.ts';
import type { EditorContext } from '../editor-context.ts';
import type { Task } from '../action-handler.ts';

/** Closes documents below a deleted path; unsaved text is stored by digest. */
export async function closeBelow(
  { documents, layout }: EditorContext,
  gone: string,
  task: Task,
): Promise<void> {
  for (const { path } of documents.list(task)) {
    if (!isInside(path, gone)) continue;
    await documents.close(path);
    layout.hide(path);
  }
}
