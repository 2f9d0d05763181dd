/** Lets the user pick a folder inside a requested one, to allow only that. */
import type { AskId } from '../../../shared/base/ids.ts';
import { isInside } from '../../../shared/files/inside.ts';
import type { PickReceipt } from '../../../shared/ipc/ask-window.ts';
import { visibleText } from '../../../shared/base/visible-text.ts';
import type { Needs } from '../dependencies.ts';
import { notGrantable, rootWarningWithMounts } from '../roots/grantable.ts';
import type { AskQueue } from './ask-queue.ts';
import { isError } from '../../../shared/actions/outcomes.ts';

interface Deps {
  readonly needs: Pick<Needs, 'paths' | 'home' | 'ownPaths'>;
  readonly asks: Pick<AskQueue, 'list' | 'addPicked'>;
}

export async function pickFolder(
  { needs, asks }: Deps,
  askId: AskId,
  /** The requested folder that is narrowed. */
  asked: string,
  folder: string,
): Promise<PickReceipt> {
  const root = await needs.paths.pin(folder);
  if (isError(root)) return { kind: 'refused', why: root.message };
  const ask = asks.list().find((item) => item.askId === askId);
  if (ask?.kind !== 'access')
    return { kind: 'refused', why: 'This question is no longer waiting.' };
  if (!ask.pins.some(({ path }) => path === asked && isInside(root.path, path)))
    return { kind: 'refused', why: `That folder is not inside ${visibleText(asked)}.` };
  const never = notGrantable(root.path, needs);
  if (never) return { kind: 'refused', why: never.message };
  asks.addPicked(askId, root, rootWarningWithMounts(root.path, needs));
  return { kind: 'picked', path: root.path };
}
