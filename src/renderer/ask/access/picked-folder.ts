import type { AskId } from '../../../shared/base/ids.ts';
import type { AskBridge, PickReceipt } from '../../../shared/ipc/ask-window.ts';
import { accessText } from './access-text.ts';

/** Also reports it if the main process did not confirm. */
export async function pickedFolder(
  bridge: Pick<AskBridge, 'pickFolder'>,
  askId: AskId,
  root: string,
): Promise<PickReceipt> {
  try {
    return await bridge.pickFolder(askId, root);
  } catch {
    return { kind: 'refused', why: accessText.folderPickerFailed };
  }
}
