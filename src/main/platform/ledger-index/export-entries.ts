/**
 * Writes the entries that match a filter to a file, page by page; the file appears only when it is
 * complete.
 */
import { randomBytes } from 'node:crypto';
import fs from 'node:fs/promises';
import {
  largestPage,
  type AuditFilter,
  type AuditPage,
  type IndexedEntry,
} from '../../../shared/ledger/query.ts';
import { isAnswer } from '../../../shared/asks/no-answer.ts';
import type { ExportFormat, ExportReceipt } from '../../../shared/ipc/main-window.ts';
import type { AuditReader } from './ledger-index.ts';

export interface ExportRequest {
  readonly filter: AuditFilter;
  readonly format: ExportFormat;
  readonly file: string;
}

const columns = [
  'seq',
  'ts',
  'actor',
  'action',
  'subject',
  'outcome',
  'code',
  'detail',
  'decidedBy',
  'rule',
  'durationMs',
  'sessionId',
  'requestId',
  'user',
  'entry',
] as const satisfies readonly (keyof IndexedEntry)[];

export async function exportEntries(
  index: Pick<AuditReader, 'query'>,
  { filter, format, file }: ExportRequest,
): Promise<ExportReceipt> {
  const temporary = `${file}.${randomBytes(6).toString('hex')}.part`;
  try {
    const handle = await fs.open(temporary, 'wx', 0o600);
    let entries = 0;
    try {
      if (format === 'csv') await handle.writeFile(`${columns.join(',')}\r\n`);
      for await (const page of pagesOf(index, filter)) {
        await handle.writeFile(page.map(format === 'csv' ? csvLine : jsonLine).join(''));
        entries += page.length;
      }
      await handle.sync();
    } finally {
      await handle.close();
    }
    await fs.rename(temporary, file);
    return { kind: 'exported', file, entries };
  } catch (error) {
    await fs.rm(temporary, { force: true });
    return { kind: 'failed', why: error instanceof Error ? error.message : String(error) };
  }
}

/** Oldest first, up to the last entry that existed when the export began. */
async function* pagesOf(
  index: Pick<AuditReader, 'query'>,
  filter: AuditFilter,
): AsyncGenerator<AuditPage['entries']> {
  const [newest] = (await answered(index, { ...filter, limit: 1 })).entries;
  const before = (newest?.seq ?? 0) + 1;
  let after: number | null = 0;
  while (after !== null) {
    const query = { ...filter, order: 'oldest', after, before, limit: largestPage } as const;
    const page: AuditPage = await answered(index, query);
    yield page.entries;
    after = page.next;
  }
}

async function answered(
  index: Pick<AuditReader, 'query'>,
  query: Parameters<AuditReader['query']>[0],
): Promise<AuditPage> {
  const page = await index.query(query);
  if (!isAnswer(page)) throw new Error('the index did not answer');
  if (!page.complete) throw new Error('the index is being read up; try again when it is done');
  return page;
}

const jsonLine = (entry: IndexedEntry): string =>
  `${JSON.stringify(Object.fromEntries(columns.map((name) => [name, entry[name]])))}\n`;

const csvLine = (entry: IndexedEntry): string =>
  `${columns.map((name) => csvCell(entry[name])).join(',')}\r\n`;

/**
 * A spreadsheet treats a cell that begins like this as a formula, and an agent may have written
 * it.
 */
const formula = /^[=+\-@\t\r]/;

function csvCell(value: string | number | null): string {
  if (typeof value === 'number') return String(value);
  const text = value ?? '';
  const harmless = formula.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
