/** `settings.json`: a broken one is kept aside and said so, never overwritten or half-used. */
import fs from 'node:fs/promises';
import path from 'node:path';
import { Emitter } from '../../shared/base/emitter.ts';
import { defaultSettings, Settings } from '../../shared/settings.ts';
import { visibleText } from '../../shared/visible-text.ts';
import { readIfThere, writePrivateFile } from './private-file.ts';

export interface LoadedSettings {
  readonly settings: Settings;
  /** The name of the file the broken one was moved to, with what was wrong. */
  readonly broken: { readonly movedTo: string; readonly why: string } | null;
}

export class SettingsFile {
  readonly #file: string;
  readonly #now: () => number;
  readonly #saved = new Emitter<readonly string[]>();

  /** As last read or saved: whoever reads from it when it matters needs no restart. */
  readonly live: Settings = { ...defaultSettings };

  /** The names of the settings that changed. */
  readonly onSaved = this.#saved.on;

  constructor(dataDir: string, now: () => number) {
    this.#file = path.join(dataDir, 'settings.json');
    this.#now = now;
  }

  async load(): Promise<LoadedSettings> {
    const loaded = await this.#load();
    Object.assign(this.live, loaded.settings);
    return loaded;
  }

  async #load(): Promise<LoadedSettings> {
    const content = await readIfThere(this.#file);
    if (content === null) return { settings: defaultSettings, broken: null };
    const read = parse(content.toString('utf8'));
    if (typeof read !== 'string') return { settings: read, broken: null };
    const movedTo = `settings.broken-${this.#now()}.json`;
    await fs.rename(this.#file, path.join(path.dirname(this.#file), movedTo));
    return { settings: defaultSettings, broken: { movedTo, why: read } };
  }

  /** As the file stands at this moment; a broken one counts as the defaults and is left alone. */
  async current(): Promise<Settings> {
    const content = await readIfThere(this.#file);
    const read = content && parse(content.toString('utf8'));
    return read && typeof read !== 'string' ? read : defaultSettings;
  }

  async save(settings: Settings): Promise<void> {
    const before = await this.current();
    await writePrivateFile(this.#file, `${JSON.stringify(settings, null, 2)}\n`);
    Object.assign(this.live, settings);
    const names = Object.keys(settings) as (keyof Settings)[];
    const isOther = (name: keyof Settings): boolean =>
      JSON.stringify(settings[name]) !== JSON.stringify(before[name]);
    const changed = names.filter(isOther);
    if (changed.length > 0) this.#saved.emit(changed);
  }
}

/** The settings, or what is wrong with them. */
function parse(text: string): Settings | string {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (error) {
    // It quotes the file.
    return visibleText(error instanceof Error ? error.message : String(error));
  }
  const parsed = Settings.safeParse(json);
  if (parsed.success) return parsed.data;
  const problem = parsed.error.issues[0];
  return problem ? `${problem.path.join('.') || 'settings'}: ${problem.message}` : 'not settings';
}
