/** The language of a file by its name, from the editor's extensions. */
import path from 'node:path';
import * as vscode from 'vscode';

interface LanguageContribution {
  readonly id?: string;
  readonly extensions?: readonly string[];
  readonly filenames?: readonly string[];
}

let known: ReadonlyMap<string, string> | null = null;

/** Null if the language is unknown. */
export function languageOf(file: string): string | null {
  known ??= readLanguages();
  const name = path.basename(file).toLowerCase();
  return known.get(name) ?? known.get(path.extname(name)) ?? null;
}

function readLanguages(): ReadonlyMap<string, string> {
  const byName = new Map<string, string>();
  for (const { packageJSON } of vscode.extensions.all) {
    const { contributes } = packageJSON as {
      contributes?: { languages?: readonly LanguageContribution[] };
    };
    for (const { id = '', extensions = [], filenames = [] } of contributes?.languages ?? []) {
      for (const name of [...extensions, ...filenames]) {
        const key = name.toLowerCase();
        if (id !== 'plaintext' && !byName.has(key)) byName.set(key, id);
      }
    }
  }
  return byName;
}
