/**
 * Passes messages about shared documents between editors and the workbench, which has the shared texts. An
 * editor hears only of documents in the folders that it has open.
 */
import { isInside } from '../../../shared/files/inside.ts';
import { workbenchPluginId, type ToPlugin } from '../../../shared/protocols/plugin-protocol.ts';
import type { SharedReply, ShareMessage } from '../../../shared/protocols/share-messages.ts';

export interface SharingConnection {
  readonly pluginId: string;
  readonly editorId: string | null;
  readonly folders: readonly string[];
  readonly shares: boolean;
  sendMessage(message: ToPlugin): void;
}

export class DocumentRelay {
  readonly #connections: () => Iterable<SharingConnection>;

  constructor(connections: () => Iterable<SharingConnection>) {
    this.#connections = connections;
  }

  connected(connection: SharingConnection): void {
    const editors = isWorkbench(connection) ? this.#editors() : [connection];
    if (!this.#workbench()) return;
    for (const editor of editors) if (editor.shares) editor.sendMessage({ type: 'sharing_open' });
  }

  disconnected({ pluginId, editorId, shares }: SharingConnection): void {
    const isBack = this.#editors().some((one) => one.editorId === editorId);
    if (shares && editorId !== null && !isBack)
      this.#workbench()?.sendMessage({ type: 'sharer_lost', editor: nameOf(pluginId, editorId) });
  }

  /** False if the sender may not send it. */
  pass(from: SharingConnection, message: ShareMessage | SharedReply): boolean {
    if (message.type === 'shared_reply') return isWorkbench(from) && this.#toEditor(message);
    const { path, message: about } = message;
    const { pluginId, editorId } = from;
    if (!from.shares || editorId === null || !hasOpen(from, path)) return false;
    const editor = nameOf(pluginId, editorId);
    this.#workbench()?.sendMessage({ type: 'shared_by', editor, path, message: about });
    return true;
  }

  #toEditor({ editor: id, path, message }: SharedReply): true {
    const editor = this.#editors().find(
      ({ pluginId, editorId }) => editorId !== null && nameOf(pluginId, editorId) === id,
    );
    if (editor && hasOpen(editor, path))
      editor.sendMessage({ type: 'shared_notice', path, message });
    return true;
  }

  #workbench(): SharingConnection | undefined {
    return [...this.#connections()].find((item) => isWorkbench(item) && item.editorId !== null);
  }

  #editors(): readonly SharingConnection[] {
    return [...this.#connections()].filter((item) => item.shares);
  }
}

/** With its plugin, whose editors share one bound. */
const nameOf = (pluginId: string, editorId: string): string => `${pluginId}/${editorId}`;

const isWorkbench = ({ pluginId }: SharingConnection): boolean => pluginId === workbenchPluginId;

const hasOpen = ({ folders }: SharingConnection, path: string): boolean =>
  folders.some((folder) => isInside(path, folder));
