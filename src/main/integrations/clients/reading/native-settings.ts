/** The files in which a client configures what its own tools may do. */
import fs from 'node:fs/promises';
import path from 'node:path';
import type { SystemEnvironment } from '../../../../shared/app/data-dir.ts';
import type { ClientSpec } from '../catalogue/client-spec.ts';
import type { Json } from '../edit/json-value.ts';
import { tomlFormat } from '../edit/toml-format.ts';
import { readConfig, valueOf, type ReadingNotes } from './read-config.ts';

const maxPolicies = 50;

export interface NativeSetting {
  readonly file: string;
  readonly value: Json;
}

export interface NativeSettings {
  readonly settings: readonly NativeSetting[];
  readonly policies: readonly NativeSetting[];
}

/** `instead`: the new content of one of the files. Missing and unreadable files are left out. */
export async function readNativeSettings(
  { native }: ClientSpec,
  at: SystemEnvironment,
  notes: ReadingNotes,
  instead?: { readonly file: string; readonly after: Buffer },
): Promise<NativeSettings> {
  const read = async (
    files: readonly string[],
    format: typeof tomlFormat,
  ): Promise<readonly NativeSetting[]> => {
    const found: NativeSetting[] = [];
    for (const file of files) {
      const value =
        file === instead?.file
          ? valueOf(format, instead.after)
          : (await readConfig(format, file, notes)).value;
      if (value !== undefined) found.push({ file, value });
    }
    return found;
  };
  const folder = native.policyFolder?.(at);
  const policies = folder === undefined ? [] : await policyFiles(folder, instead?.file);
  return {
    settings: await read([...new Set(native.files(at))], native.format),
    policies: await read(policies, tomlFormat),
  };
}

async function policyFiles(folder: string, more: string | undefined): Promise<readonly string[]> {
  const names = await fs.readdir(folder).catch(() => []);
  const files = names
    .filter((name) => name.endsWith('.toml'))
    .toSorted()
    .slice(0, maxPolicies)
    .map((name) => path.join(folder, name));
  const isMore = more !== undefined && path.dirname(more) === folder && !files.includes(more);
  return isMore ? [...files, more] : files;
}
