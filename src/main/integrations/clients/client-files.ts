/** The config files of a client: which there are, what they say, and which one would be written. */
import path from 'node:path';
import type { ClientFile } from '../../../shared/clients.ts';
import type { Surroundings } from '../../../shared/data-dir.ts';
import type { ClientSpec } from './catalogue/client-spec.ts';
import type { ConfigFormat } from './edit/format.ts';
import type { Json } from './edit/json-value.ts';
import { entryIn } from './entry-wish.ts';
import { untouched } from './files/change-plan.ts';
import { digestOf, lookAt, type Look, type NotTouched } from './files/config-look.ts';
import { textOf } from './files/config-text.ts';

export interface ReadFile {
  readonly look: Look | NotTouched;
  /** Undefined where there is no file, or none that can be read. */
  readonly value: Json | undefined;
  readonly trouble: string | null;
}

export async function readConfig(format: ConfigFormat, file: string): Promise<ReadFile> {
  const look = await lookAt(file);
  if ('why' in look) return { look, value: undefined, trouble: look.why };
  if (!look.bytes) return { look, value: undefined, trouble: null };
  return { look, ...meaningOf(format, file, look.bytes) };
}

type Meaning = Pick<ReadFile, 'value' | 'trouble'>;

/** The page looks every few seconds, and some clients keep megabytes in their file. */
const known = new Map<string, { readonly digest: string; readonly meaning: Meaning }>();
const mostKnown = 100;

function meaningOf(format: ConfigFormat, file: string, bytes: Buffer): Meaning {
  const digest = digestOf(bytes);
  const key = `${format.name} ${file}`;
  const before = known.get(key);
  if (before?.digest === digest) return before.meaning;
  const meaning = readAnew(format, file, bytes);
  if (known.size >= mostKnown) known.clear();
  known.set(key, { digest, meaning });
  return meaning;
}

function readAnew(format: ConfigFormat, file: string, bytes: Buffer): Meaning {
  const read = textOf(bytes);
  if (!read) return { value: undefined, trouble: 'It is not written in UTF-8.' };
  const parsed = format.parse(read.text);
  if ('value' in parsed) return { value: parsed.value, trouble: null };
  return { value: undefined, trouble: untouched(file, parsed.trouble).why };
}

/** In the order in which they count, the project's last. */
export async function filesOf(
  spec: ClientSpec,
  at: Surroundings,
  project: string | null,
): Promise<readonly ClientFile[]> {
  const places = [
    ...spec.userFiles(at).map((file) => ({ file, scope: 'user' as const })),
    ...(project === null
      ? []
      : spec.projectFiles.map((name) => ({
          file: path.join(project, name),
          scope: 'project' as const,
        }))),
  ];
  return Promise.all(
    places.map(async ({ file, scope }) => {
      const { look, value, trouble } = await readConfig(spec.format, file);
      return {
        path: file,
        scope,
        isThere: !('bytes' in look) || look.bytes !== null,
        hasEntry: value !== undefined && entryIn(spec, value) !== undefined,
        trouble,
      };
    }),
  );
}

/** Where there is an entry already, else the file that wins, else a new one. */
export function fileToWrite(
  spec: ClientSpec,
  at: Surroundings,
  files: readonly ClientFile[],
): string {
  const own = files.filter(({ scope }) => scope === 'user');
  const chosen = own.findLast(({ hasEntry }) => hasEntry) ?? own.findLast(({ isThere }) => isThere);
  return chosen?.path ?? spec.newFile(at);
}
