/** The person points at a folder inside one that was asked for, to allow that one only. */
import type { AskId } from '../../../shared/ids.ts';
import { isInside } from '../../../shared/inside.ts';
import type { PickReceipt } from '../../../shared/ipc-ask.ts';
import { visibleText } from '../../../shared/visible-text.ts';
import type { Needs } from '../needs.ts';
import { notGrantable, rootWarning } from '../roots/grantable.ts';
import type { AskQueue } from './ask-queue.ts';

interface Deps {
  readonly needs: Pick<Needs, 'paths' | 'home' | 'ownPlaces'>;
  readonly asks: Pick<AskQueue, 'list' | 'addPicked'>;
}

export async function pickFolder(
  { needs, asks }: Deps,
  askId: AskId,
  /** Which of the folders asked for is to be narrowed. */
  asked: string,
  folder: string,
): Promise<PickReceipt> {
  const root = await needs.paths.pin(folder);
  if ('kind' in root) return { kind: 'refused', why: root.message };
  const ask = asks.list().find((one) => one.askId === askId);
  if (ask?.kind !== 'access')
    return { kind: 'refused', why: 'This question is no longer waiting.' };
  if (!ask.pins.some(({ path }) => path === asked && isInside(root.path, path)))
    return { kind: 'refused', why: `That folder is not inside ${visibleText(asked)}.` };
  const never = notGrantable(root.path, needs);
  if (never) return { kind: 'refused', why: never.message };
  asks.addPicked(askId, root, rootWarning(root.path, needs));
  return { kind: 'picked', path: root.path };
}
