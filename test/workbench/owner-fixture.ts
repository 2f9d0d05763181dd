/** The owner's part of the workbench on real files, and steps made by the real hands of agents. */
import fs from 'node:fs';
import path from 'node:path';
import type { FileChange } from '../../src/shared/files/file-change.ts';
import { FolderCheckpointStore } from '../../src/main/platform/checkpoints/checkpoint-store.ts';
import { AgentRuns } from '../../src/workbench/agent/agent-runs.ts';
import { Trash } from '../../src/workbench/files/trash.ts';
import { openUserHandlers } from '../../src/workbench/user/user-handlers.ts';
import { openAllHandlers } from '../../src/workbench/handlers.ts';
import { doneBy, openHandlers } from './workbench-fixture.ts';

export function userHandlers() {
  const remaining = openHandlers(openAllHandlers);
  const { context, blobs, folder, handlers, task } = remaining;
  const dataFolder = path.dirname(context.stateFolder);
  const store = new FolderCheckpointStore(dataFolder);
  const own = { trash: new Trash(context), agents: new AgentRuns(context) };
  const ask = openUserHandlers({ context, blobs, ...own, store, dataFolder });
  const file = path.join(folder, 'src', 'a.txt');
  fs.mkdirSync(path.dirname(file));
  const write = (text: string): void => fs.writeFileSync(file, text);
  const read = (): string => fs.readFileSync(file, 'utf8');

  /** As an agent does it: the change is what the ledger would hold. */
  const edit = async (text: string): Promise<FileChange> =>
    only(
      doneBy(
        'create_file',
        await handlers.create_file?.({ path: file, content: text, overwrite: true }, task()),
      ).changes,
    );
  const remove = async (): Promise<FileChange> =>
    only(
      doneBy('delete_file', await handlers.delete_file?.({ path: file, recursive: false }, task()))
        .changes,
    );
  const look = (change: FileChange) => ask('look', { change, entry: 'e1' });
  /** Looks, then does what was shown. */
  const restore = async (change: FileChange) => {
    const view = await look(change);
    const seen = view.kind === 'possible' ? view.seen : null;
    return ask('restore', { change, entry: 'e1', seen });
  };
  return { ...remaining, ask, edit, file, look, dataFolder, read, remove, restore, write };
}

function only(changes: readonly FileChange[]): FileChange {
  const [change] = changes;
  if (!change || changes.length > 1) throw new Error('not one change');
  return change;
}

export const lines = (count: number, own: Readonly<Record<number, string>> = {}): string =>
  Array.from({ length: count }, (_, at) => `${own[at + 1] ?? `line ${at + 1}`}\n`).join('');
