/** Requests of the Activity page: entries and histograms of the ledger, an export, a verification. */
import { dialog, type BrowserWindow } from 'electron';
import { isAnswer } from '../../../shared/asks/no-answer.ts';
import type {
  ExportFormat,
  ExportReceipt,
  mainCommands,
  MainReplies,
} from '../../../shared/ipc/main-window.ts';
import { exportEntries } from '../../platform/ledger-index/export-entries.ts';
import { readableLine, sentenceIn } from './entry-lines.ts';
import type { ShellDeps } from '../shell-deps.ts';
import type { IpcHandlers } from '../windows/ipc.ts';
import { shellText } from '../shell-text.ts';

type ActivityCommandName = Extract<keyof MainReplies, `activity:${string}` | 'ledger:verify'>;
type ActivityHandlers = Pick<IpcHandlers<typeof mainCommands, MainReplies>, ActivityCommandName>;

export function activityCommands(
  { index, ledgerCheck, core }: Pick<ShellDeps, 'index' | 'ledgerCheck' | 'core'>,
  window: () => BrowserWindow | null,
): ActivityHandlers {
  return {
    'activity:page': (query) => index.query(query),
    'activity:histogram': ({ filter, bars }) => index.histogram(filter, bars),
    'activity:counts': (filter) => index.counts(filter),
    'activity:entry': async ({ entry }) => {
      const found = await index.entry(entry);
      if (!isAnswer(found)) return found;
      const lines = found.lines.flatMap(readableLine);
      return { ...found, lines, sentence: sentenceIn(lines) };
    },
    'activity:export': async ({ filter, format }) => {
      const file = await exportFile(window(), format);
      if (file === null) return { kind: 'not-chosen' };
      const receipt = await exportEntries(index, { filter, format, file });
      void core.note('ledger.exported', noteOf(receipt));
      return receipt;
    },
    'ledger:verify': () => ledgerCheck.run(),
  };
}

const noteOf = (receipt: ExportReceipt): string =>
  receipt.kind === 'exported'
    ? `${receipt.entries} entries to ${receipt.file}`
    : `nothing, it ${receipt.kind}`;

async function exportFile(
  window: BrowserWindow | null,
  format: ExportFormat,
): Promise<string | null> {
  if (!window) return null;
  const { canceled, filePath } = await dialog.showSaveDialog(window, {
    title: shellText.exportTitle,
    defaultPath: `gatehouse-activity.${format}`,
    filters: [
      {
        name: format === 'csv' ? shellText.csvFileType : shellText.jsonLinesFileType,
        extensions: [format],
      },
    ],
    properties: ['createDirectory', 'showOverwriteConfirmation'],
  });
  return canceled || filePath === '' ? null : filePath;
}
