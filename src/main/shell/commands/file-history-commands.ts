/**
 * Diffs, restores and replays for the window. The window names an entry and a path; what that entry
 * did to the file is read in the ledger, and the workbench does what there is to do with files.
 */
import { changesIn, runIn } from '../../../shared/ledger/entry-changes.ts';
import type {
  FileContent,
  Replay,
  ReplayStep,
  RestoreReceipt,
} from '../../../shared/files/file-history.ts';
import type { mainCommands, MainReplies } from '../../../shared/ipc/main-window.ts';
import { isAnswer, type NoAnswer } from '../../../shared/asks/no-answer.ts';
import type { FileChange } from '../../../shared/files/file-change.ts';
import type { RunRecord } from '../../../shared/sandbox/run-record.ts';
import type { Outcome } from '../../../shared/actions/outcomes.ts';
import { ownerWords } from '../../../shared/files/restore-messages.ts';
import { readableLine, sentenceIn } from './entry-lines.ts';
import type { ShellDeps } from '../shell-deps.ts';
import type { IpcHandlers } from '../windows/ipc.ts';
import { shellText } from '../shell-text.ts';

type FileHistoryCommandName = Extract<
  keyof MainReplies,
  `files:${string}` | `replay:${string}` | `trash:${string}`
>;
type FileHistoryHandlers = Pick<
  IpcHandlers<typeof mainCommands, MainReplies>,
  FileHistoryCommandName
>;
type FileHistoryDeps = Pick<ShellDeps, 'index' | 'core' | 'workbench'>;

interface ChangedFile {
  readonly entry: string;
  readonly path: string;
}

const maxSteps = 2_000;
const stepsAPage = 200;
const failed: NoAnswer = { kind: 'no-answer', why: 'failed' };
const notOnRecord = {
  kind: 'refused',
  why: shellText.contentNotRecorded,
  hint: shellText.contentNotRecordedHint,
} as const;
const noLongerInTrash = {
  kind: 'refused',
  why: shellText.notInTrash,
  hint: shellText.notInTrashHint,
} as const;
const notRunning = {
  kind: 'refused',
  why: shellText.workbenchNotResponding,
  hint: shellText.workbenchNotRespondingHint,
} as const;

export function fileHistoryCommands(needs: FileHistoryDeps): FileHistoryHandlers {
  const { core, workbench } = needs;
  const withChange = async <T>(
    file: ChangedFile,
    then: (change: FileChange) => Promise<T>,
  ): Promise<T | NoAnswer> => {
    const change = await changeOf(file, needs);
    return change ? then(change).catch(() => failed) : failed;
  };
  return {
    'files:diff': (file) => withChange(file, (change) => workbench.ask('diff', { change })),
    'files:look': async (file) => {
      const change = await changeOf(file, needs);
      if (!change) return { ...notOnRecord, since: null };
      const look = workbench.ask('look', { change, entry: file.entry });
      return look.catch(() => ({ ...notRunning, since: null }));
    },
    'files:restore': async ({ seen, ...file }) => {
      const change = await changeOf(file, needs);
      if (!change) return notOnRecord;
      const { path, entry } = file;
      const act = { action: 'owner.restore_file', path, args: { path, of_entry: entry } };
      const restore = (): Promise<Outcome> => workbench.ask('restore', { change, entry, seen });
      return receiptOf(await core.userActions.perform(act, restore));
    },
    'files:look-run': async ({ entry }) => {
      const run = await runOf(entry, needs);
      if (!run) return notOnRecord;
      return workbench.ask('lookRun', { folders: run.folders }).catch(() => notRunning);
    },
    'files:restore-run': async ({ entry, seen, withLater }) => {
      const run = await runOf(entry, needs);
      const path = run?.folders[0]?.root;
      if (!run || path === undefined) return notOnRecord;
      const args = { path, of_entry: entry, with_later: withLater };
      const task = { folders: run.folders, entry, seen, withLater };
      const restore = (): Promise<Outcome> => workbench.ask('restoreRun', task);
      const act = { action: 'owner.restore_run', path, args };
      return runReceiptOf(await core.userActions.perform(act, restore));
    },
    'files:content': (file) =>
      withChange(file, ({ after }): Promise<FileContent> =>
        after ? workbench.ask('content', { digest: after }) : Promise.resolve({ kind: 'lost' }),
      ),
    'replay:steps': ({ sessionId }) => replayOf(sessionId, needs),
    'trash:list': () => workbench.ask('trash', null).catch(() => failed),
    'trash:restore': async ({ trashId }) => {
      const items = await workbench.ask('trash', null).catch(() => null);
      if (!items) return notRunning;
      const path = items.find((item) => item.trashId === trashId)?.path;
      if (path === undefined) return noLongerInTrash;
      const act = { action: 'owner.restore_from_trash', path, args: { path, trash_id: trashId } };
      const restore = (): Promise<Outcome> => workbench.ask('untrash', { trashId });
      return receiptOf(await core.userActions.perform(act, restore));
    },
  };
}

async function changeOf(
  { entry, path }: ChangedFile,
  { index }: FileHistoryDeps,
): Promise<FileChange | null> {
  const found = await index.entry(entry);
  if (!isAnswer(found)) return null;
  const lines = found.lines.flatMap(readableLine);
  return changesIn(lines).find((change) => change.path === path) ?? null;
}

/** What a sandboxed command, or a restore, left behind. */
async function runOf(entry: string, { index }: FileHistoryDeps): Promise<RunRecord | null> {
  const found = await index.entry(entry);
  return isAnswer(found) ? runIn(found.lines.flatMap(readableLine)) : null;
}

async function replayOf(sessionId: string, { index }: FileHistoryDeps): Promise<Replay | NoAnswer> {
  const steps: ReplayStep[] = [];
  let after: number | null = 0;
  let total = 0;
  while (after !== null && steps.length < maxSteps) {
    const from: { after?: number } = after > 0 ? { after } : {};
    const query = { session_id: sessionId, order: 'oldest', limit: stepsAPage, ...from } as const;
    const page = await index.query(query);
    if (!isAnswer(page)) return page;
    total = page.total ?? total;
    for (const entry of page.entries) {
      const entryLines = await index.entry(entry.entry);
      const lines = isAnswer(entryLines) ? entryLines.lines.flatMap(readableLine) : [];
      const run = runIn(lines);
      steps.push({ entry, sentence: sentenceIn(lines), changes: changesIn(lines), run });
    }
    after = page.next;
  }
  return { steps, more: Math.max(0, total - steps.length) };
}

const doneWords: Readonly<Record<string, string>> = {
  'put-back': 'was restored to its state before that step',
  merge: 'no longer has that step; later changes are kept',
  'to-trash': 'was moved to the trash',
  'bring-back': 'was restored',
};

function runReceiptOf(outcome: Outcome): RestoreReceipt {
  if (outcome.kind !== 'done') return { kind: 'refused', ...ownerWords(outcome) };
  const { restored, left } = outcome.data;
  const kept = Number(left) > 0 ? ` ${String(left)} were left as they are.` : '';
  return { kind: 'restored', words: `Restored ${String(restored)} files.${kept}` };
}

function receiptOf(outcome: Outcome): RestoreReceipt {
  if (outcome.kind !== 'done') return { kind: 'refused', ...ownerWords(outcome) };
  const { path, act } = outcome.data;
  const words = doneWords[String(act)] ?? 'was restored';
  return { kind: 'restored', words: `${String(path)} ${words}.` };
}
