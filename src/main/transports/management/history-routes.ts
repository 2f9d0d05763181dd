/** What agents did before, by their own histories. Nothing is suggested here: only the window does that. */
import type { FolderActivity, HistoryResult } from '../../../shared/integrations/agent-history.ts';
import { refused } from '../../../shared/actions/outcomes.ts';
import type { Routes } from './routes.ts';

export type ReadHistory = () => Promise<HistoryResult>;

export const historyRoutes = (read: ReadHistory): Routes => ({
  'POST /history': async () => {
    const result = await read();
    if (result.kind === 'cancelled') return refused('action-failed', 'It was cancelled.');
    if (result.kind === 'failed') return refused('action-failed', result.why);
    const { readAt, isComplete, clients } = result.history;
    return {
      verified: false,
      read_at: new Date(readAt).toISOString(),
      complete: isComplete,
      clients: clients.map(({ client, files, folders, leftOut }) => ({
        ...{ client, files },
        folders: folders.map(wireOf),
        left_out: leftOut,
      })),
    };
  },
});

const wireOf = ({ lastAt, whyNot: _whyNot, isSuggested, ...folder }: FolderActivity) => ({
  ...folder,
  last_at: new Date(lastAt).toISOString(),
  suggested: isSuggested,
});
