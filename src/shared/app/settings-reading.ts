/**
 * Reads `settings.json` field by field, so that one mistake does not invalidate the other
 * settings. An invalid field falls back to the stricter of its default and what can be read of it;
 * unknown keys are ignored and kept. Text that is not a JSON object is rejected.
 */
import { isObject } from '../base/is-object.ts';
import type { z } from 'zod';
import { readStrictJson } from '../base/strict-json.ts';
import { defaultSettings, settingBounds, Settings, type NumberSetting } from './settings.ts';

export interface SettingProblem {
  /** Such as `limits.burst`. */
  readonly name: string;
  /** The replacement, as a clause. */
  readonly used: string;
}

export interface ReadSettings {
  readonly settings: Settings;
  readonly problems: readonly SettingProblem[];
  /** Names of unknown keys. */
  readonly unknown: readonly string[];
  /** As written in the file. */
  readonly raw: Fields;
}

export type Fields = Readonly<Record<string, unknown>>;
type Problems = SettingProblem[];

const byteOrderMark = '\uFEFF';
const longestName = 4_096;
/** The objects whose fields are read individually. */
const sectionNames = ['opencode', 'sandbox', 'session', 'limits', 'backend'] as const;
type SectionName = (typeof sectionNames)[number];

const isSection = (name: string): name is SectionName =>
  (sectionNames as readonly string[]).includes(name);

/** A sentence if the text cannot be read at all. */
export function readSettings(text: string): ReadSettings | string {
  const read = readStrictJson(text.startsWith(byteOrderMark) ? text.slice(1) : text);
  if ('problem' in read) return whyUnreadable(read.problem, read.detail);
  if (!isObject(read.json)) return 'It is no JSON object.';
  const raw = read.json;
  if (!canProtect(raw['protectedNames'])) return '"protectedNames" is no list of names.';
  const problems: Problems = [];
  const known: Record<string, unknown> = {};
  for (const [name, schema] of Object.entries(Settings.shape)) {
    if (raw[name] === undefined) continue;
    known[name] = isSection(name)
      ? sectionOf(name, raw[name], problems)
      : fieldOf(name, raw[name], schema, problems);
  }
  const settings = Object.assign({}, defaultSettings, known) as Settings;
  return { settings, problems, unknown: unknownIn(raw), raw };
}

function whyUnreadable(problem: string, detail: string): string {
  return problem === 'syntax' ? 'It is no valid JSON.' : detail;
}

/** The only setting whose default protects less than what may have been meant. */
const canProtect = (value: unknown): boolean =>
  value === undefined || value === null || typeof value === 'string' || Array.isArray(value);

/** With defaults for missing or invalid fields. */
function sectionOf(section: SectionName, value: unknown, problems: Problems): Fields {
  const defaults: Fields = defaultSettings[section];
  if (!isObject(value)) {
    problems.push({ name: section, used: 'the defaults are used' });
    return defaults;
  }
  const fields: Record<string, unknown> = { ...defaults };
  const shape: Readonly<Record<string, z.ZodType>> = Settings.shape[section].unwrap().shape;
  for (const [key, schema] of Object.entries(shape))
    if (value[key] !== undefined)
      fields[key] = fieldOf(`${section}.${key}`, value[key], schema, problems);
  return fields;
}

function fieldOf(name: string, value: unknown, schema: z.ZodType, problems: Problems): unknown {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const instead = insteadOf(name, value, schema);
  problems.push({ name, used: usedWords(name, instead) });
  return instead;
}

function insteadOf(name: string, value: unknown, schema: z.ZodType): unknown {
  if (name === 'protectedNames') return readableNames(value);
  if (name === 'languageServers') return readableServers(value, schema);
  if (isNumberSetting(name)) return stricterNumber(name, value, schema);
  return defaultOf(name);
}

const isNumberSetting = (name: string): name is NumberSetting => Object.hasOwn(settingBounds, name);

/** For all numbers here, smaller is stricter. */
function stricterNumber(name: NumberSetting, value: unknown, schema: z.ZodType): number {
  const [least, most] = settingBounds[name];
  const usual = defaultOf(name) as number;
  const read = readableNumber(value);
  if (read === null) return usual;
  const within = Math.min(Math.max(read, least), most, usual);
  return (
    [within, Math.floor(within), least].find((item) => schema.safeParse(item).success) ?? usual
  );
}

function readableNumber(value: unknown): number | null {
  if (typeof value === 'number') return value;
  return typeof value === 'string' && /^\s*-?\d+(?:\.\d+)?\s*$/.test(value) ? Number(value) : null;
}

/** Too many or too long names still protect. */
function readableNames(value: unknown): readonly string[] {
  const items: readonly unknown[] = Array.isArray(value) ? value : [value];
  return items
    .filter((item) => typeof item === 'string' || typeof item === 'number')
    .map((item) => String(item).trim())
    .filter((item) => item.length > 0 && item.length <= longestName);
}

function readableServers(value: unknown, schema: z.ZodType): Fields {
  if (!isObject(value)) return {};
  return Object.fromEntries(
    Object.entries(value).filter(([id, argv]) => schema.safeParse({ [id]: argv }).success),
  );
}

function defaultOf(name: string): unknown {
  const [group = '', key] = name.split('.');
  const at = (defaultSettings as Fields)[group];
  return key === undefined ? at : (at as Fields)[key];
}

function usedWords(name: string, instead: unknown): string {
  if (name === 'protectedNames') return 'the names that can be read are used';
  if (name === 'languageServers') return 'the entries that can be read are used';
  return instead === null ? 'it is off' : `${JSON.stringify(instead)} is used`;
}

function unknownIn(raw: Fields): readonly string[] {
  return Object.entries(raw).flatMap(([name, value]) => {
    if (!Object.hasOwn(Settings.shape, name)) return [name];
    if (!isSection(name) || !isObject(value)) return [];
    const { shape } = Settings.shape[name].unwrap();
    return Object.keys(value)
      .filter((key) => !Object.hasOwn(shape, key))
      .map((key) => `${name}.${key}`);
  });
}

/** The settings in the format of the file. Unknown keys stay in place. */
export function withUnknown(settings: Settings, { raw, unknown }: ReadSettings): Fields {
  const written: Record<string, unknown> = { ...settings };
  for (const name of unknown) {
    const [group = '', ...rest] = name.split('.');
    if (!isSection(group)) written[name] = raw[name];
    else {
      const key = rest.join('.');
      written[group] = { ...(written[group] as Fields), [key]: (raw[group] as Fields)[key] };
    }
  }
  return written;
}
