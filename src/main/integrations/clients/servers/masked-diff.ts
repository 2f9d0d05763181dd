/**
 * The diff of a file from which server entries are removed, or to which they return. Values of
 * variables and headers are masked before the diff is made. The result is checked: if a value
 * would still be visible, only the sizes are shown.
 */
import type { ClientSpec } from '../catalogue/client-spec.ts';
import type { ConfigFormat } from '../edit/format.ts';
import { isJsonObject, type JsonObject } from '../edit/json-value.ts';
import { bytesOf, textOf } from '../files/config-text.ts';
import { shownDiff, type ShownDiff } from '../shown-diff.ts';
import { entriesIn, valueFields } from './server-entries.ts';
import { isSecretArgument } from './secret-arguments.ts';

const mask = '•••';

export function maskedDiff(
  spec: Pick<ClientSpec, 'entry'>,
  format: ConfigFormat,
  before: Buffer | null,
  after: Buffer | null,
): ShownDiff {
  const values = new Set([before, after].flatMap((bytes) => valuesIn(spec, format, bytes)));
  const [old, now] = [before, after].map((bytes) => masked(format, bytes, values));
  const isHidden = [old, now].every(
    (bytes) =>
      bytes !== undefined && valuesIn(spec, format, bytes).every((text) => !values.has(text)),
  );
  if (isHidden) return shownDiff(format, old ?? null, now ?? null);
  const [bytesBefore, bytesAfter] = [before?.length ?? null, after?.length ?? null];
  return { diff: { kind: 'large', bytesBefore, bytesAfter }, isFormatted: false };
}

/** Values of variables and headers, and arguments that look like secrets. */
function valuesIn(
  spec: Pick<ClientSpec, 'entry'>,
  format: ConfigFormat,
  bytes: Buffer | null,
): readonly string[] {
  const read = textOf(bytes);
  const parsed = read && format.parse(read.text);
  if (!parsed || !('value' in parsed)) return [];
  return entriesIn(spec, parsed.value).flatMap(([, fields]) => [
    ...valueFields.flatMap((field) => textsIn(fields[field])),
    ...argumentsIn(fields),
  ]);
}

const textsIn = (value: unknown): readonly string[] =>
  isJsonObject(value)
    ? (Object.values(value).filter(
        (item) => typeof item === 'string' && item !== '' && item !== mask,
      ) as string[])
    : [];

function argumentsIn(fields: JsonObject): readonly string[] {
  const all = ['command', 'args'].flatMap((field) => {
    const value = fields[field];
    return Array.isArray(value) ? (value as readonly unknown[]) : [];
  });
  const words = all.filter((item) => typeof item === 'string');
  return words.filter((_, at) => isSecretArgument(words, at));
}

/** Longer values first, so that a shorter one inside does not split them. */
function masked(
  format: ConfigFormat,
  bytes: Buffer | null,
  values: ReadonlySet<string>,
): Buffer | null | undefined {
  if (bytes === null) return null;
  const read = textOf(bytes);
  if (!read) return undefined;
  const ordered = [...values].toSorted((a, b) => b.length - a.length);
  let { text } = read;
  for (const value of ordered) {
    const escaped = JSON.stringify(value).slice(1, -1);
    const quoted = [`"${escaped}"`, `'${value}'`];
    for (const form of quoted) text = text.replaceAll(form, `"${mask}"`);
    if (format.name === 'yaml') text = text.replaceAll(plainYaml(value), `$1"${mask}"`);
  }
  return bytesOf({ ...read, text });
}

/** A value without quotes, as the rest of its line. */
const plainYaml = (value: string): RegExp =>
  new RegExp(
    `(:[ \\t]+|-[ \\t]+)${value.replaceAll(/[$()*+.?[\\\]^{|}/-]/g, String.raw`\$&`)}(?=[ \\t]*(?:#.*)?$)`,
    'gm',
  );
