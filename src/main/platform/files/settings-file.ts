/**
 * Reads and writes `settings.json`. Readable fields are used and unreadable ones are reported. If
 * the whole file is unreadable the app does not start, because the defaults may allow more than
 * the user had set.
 */
import fs from 'node:fs/promises';
import path from 'node:path';
import { Emitter } from '../../../shared/base/emitter.ts';
import { defaultSettings, type Settings } from '../../../shared/app/settings.ts';
import {
  readSettings,
  withUnknown,
  type ReadSettings,
  type SettingProblem,
} from '../../../shared/app/settings-reading.ts';
import { visibleText } from '../../../shared/base/visible-text.ts';
import { readIfThere, writePrivateFile } from './private-file.ts';

export interface LoadedSettings {
  readonly settings: Settings;
  /** Fields that could not be used, and their replacements. */
  readonly problems: readonly SettingProblem[];
  readonly unknown: readonly string[];
}

export const hasProblems = ({ problems, unknown }: LoadedSettings): boolean =>
  problems.length + unknown.length > 0;

export class SettingsFile {
  readonly #file: string;
  readonly #now: () => number;
  readonly #saved = new Emitter<readonly string[]>();

  /**
   * The settings as last read or saved. Code that reads a setting when it needs it follows changes
   * without a restart.
   */
  readonly live: Settings = { ...defaultSettings };

  /** The names of the settings that changed. */
  readonly onSaved = this.#saved.on;

  constructor(dataDir: string, now: () => number) {
    this.#file = path.join(dataDir, 'settings.json');
    this.#now = now;
  }

  /** Rejects with instructions if the file exists but cannot be read at all. */
  async load(): Promise<LoadedSettings> {
    const read = await this.#read();
    if (typeof read === 'string') throw new Error(this.#unreadable(read));
    const { settings, problems, unknown } = read ?? nothing;
    Object.assign(this.live, settings);
    return { settings, problems, unknown };
  }

  /** Reads the file again; returns the defaults if it cannot be read. */
  async current(): Promise<Settings> {
    const read = await this.#read();
    return read === null || typeof read === 'string' ? defaultSettings : read.settings;
  }

  /** Unknown keys in the file are kept. */
  async save(settings: Settings): Promise<void> {
    const read = await this.#read();
    if (typeof read === 'string') throw new Error(this.#unreadable(read));
    const before = (read ?? nothing).settings;
    if (read && read.problems.length > 0) await this.#keepCopy();
    const written = read ? withUnknown(settings, read) : settings;
    await writePrivateFile(this.#file, `${JSON.stringify(written, null, 2)}\n`);
    Object.assign(this.live, settings);
    const names = Object.keys(settings) as (keyof Settings)[];
    const isOther = (name: keyof Settings): boolean =>
      JSON.stringify(settings[name]) !== JSON.stringify(before[name]);
    const changed = names.filter(isOther);
    if (changed.length > 0) this.#saved.emit(changed);
  }

  /** Null if there is no file; a sentence if it cannot be read. */
  async #read(): Promise<ReadSettings | string | null> {
    const content = await readIfThere(this.#file).catch((error: unknown) => whyNot(error));
    if (content === null || typeof content === 'string') return content;
    const text = decoded(content);
    return text === null ? 'It is no text.' : readSettings(text);
  }

  /** Invalid values would be lost with the next save. */
  async #keepCopy(): Promise<void> {
    const copy = path.join(path.dirname(this.#file), `settings.broken-${this.#now()}.json`);
    await fs.copyFile(this.#file, copy);
  }

  #unreadable(why: string): string {
    return `${this.#file} cannot be read, and the defaults may allow more than you had set. ${visibleText(why)} Correct or restore the file, or move it away to start with the defaults.`;
  }
}

const nothing = { settings: defaultSettings, problems: [], unknown: [] } as const;

const whyNot = (error: unknown): string =>
  `${error instanceof Error ? error.message : String(error)}.`;

/** Null for bytes that are not UTF-8. */
function decoded(content: Buffer): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(content);
  } catch {
    return null;
  }
}
