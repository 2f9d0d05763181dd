/** One parsed config file, in the parsing thread. Most are read again every few seconds. */
import { statSync } from 'node:fs';
import path from 'node:path';
import type { ClientPurpose } from '../../../../shared/integrations/clients.ts';
import type { ClientSpec } from '../catalogue/client-spec.ts';
import type { ConfigFormat } from '../edit/format.ts';
import { jsoncFormat } from '../edit/jsonc-format.ts';
import type { Json } from '../edit/json-value.ts';
import { tomlFormat } from '../edit/toml-format.ts';
import { wholeFormat } from '../edit/whole-format.ts';
import { untouched } from '../files/change-plan.ts';
import {
  digestOf,
  readConfigFile,
  type ConfigFileState,
  type NotTouched,
} from '../files/config-snapshot.ts';
import { textOf } from '../files/config-text.ts';

export interface ReadFile {
  readonly current: ConfigFileState | NotTouched;
  /** Undefined if there is no readable file. */
  readonly value: Json | undefined;
  readonly error: string | null;
}

/** What the thread reports to the main process while reading, and what main knows from earlier reads. */
export interface ReadingNotes {
  /** Called before a file is parsed, so that main knows the file if the thread hangs. */
  readonly onFile: (file: string, stamp: string) => void;
  /** Files that once took too long or too much memory, with their state at that time. */
  readonly unreadable: readonly UnreadableFile[];
}

export interface UnreadableFile {
  readonly file: string;
  readonly stamp: string;
  readonly why: string;
}

export function formatFor(spec: ClientSpec, purpose: ClientPurpose, file: string): ConfigFormat {
  if (purpose === 'connect' || purpose === 'servers') return spec.format;
  // Files that belong to us alone.
  if (/^gatehouse(-deny)?\.(js|json|toml)$/.test(path.basename(file))) return wholeFormat;
  if (purpose === 'hooks' || purpose === 'prompts') return formatOfName(file);
  return spec.native.format;
}

export const formatOfName = (file: string): ConfigFormat =>
  file.endsWith('.toml') ? tomlFormat : jsoncFormat;

export async function readConfig(
  format: ConfigFormat,
  file: string,
  { onFile, unreadable }: ReadingNotes,
): Promise<ReadFile> {
  const stamp = stampOf(file);
  const known = unreadable.find((item) => item.file === file && item.stamp === stamp);
  if (known) return notRead(known.why);
  onFile(file, stamp);
  const current = await readConfigFile(file);
  if ('why' in current) return { current, value: undefined, error: current.why };
  if (!current.bytes) return { current, value: undefined, error: null };
  return { current, ...meaningOf(format, file, current.bytes) };
}

const notRead = (why: string): ReadFile => ({
  current: { why, hint: 'Nothing was changed.' },
  value: undefined,
  error: why,
});

/** Changes whenever the file does. */
function stampOf(file: string): string {
  const found = statSync(file, { bigint: true, throwIfNoEntry: false });
  return found ? [found.dev, found.ino, found.size, found.mtimeNs, found.ctimeNs].join(' ') : '';
}

type Meaning = Pick<ReadFile, 'value' | 'error'>;

const known = new Map<string, { readonly digest: string; readonly meaning: Meaning }>();
/**
 * Total size of their texts: the parsed values take several times as much of the thread's memory.
 */
const maxKnownBytes = 8 * 1024 ** 2;
let knownBytes = 0;

function meaningOf(format: ConfigFormat, file: string, bytes: Buffer): Meaning {
  const digest = digestOf(bytes);
  const key = `${format.name} ${file}`;
  const before = known.get(key);
  if (before?.digest === digest) return before.meaning;
  const meaning = parseMeaning(format, file, bytes);
  knownBytes += bytes.length;
  if (knownBytes > maxKnownBytes) {
    known.clear();
    knownBytes = bytes.length;
  }
  if (bytes.length <= maxKnownBytes) known.set(key, { digest, meaning });
  return meaning;
}

function parseMeaning(format: ConfigFormat, file: string, bytes: Buffer): Meaning {
  const read = textOf(bytes);
  if (!read) return { value: undefined, error: 'It is not written in UTF-8.' };
  const parsed = format.parse(read.text);
  if ('value' in parsed) return { value: parsed.value, error: null };
  return { value: undefined, error: untouched(file, parsed.error).why };
}

export function valueOf(format: ConfigFormat, bytes: Buffer | null): Json | undefined {
  const read = textOf(bytes);
  const parsed = read && format.parse(read.text);
  return parsed && 'value' in parsed ? parsed.value : undefined;
}
