/**
 * The part of an input schema that a model can use. Validation uses the complete schema; bounds and
 * patterns only cost a model context, and a value that breaks one is answered with a sentence.
 */
import { isObject } from '../../../shared/base/is-object.ts';

type SchemaNode = Readonly<Record<string, unknown>>;

const unread: ReadonlySet<string> = new Set([
  ...['$schema', 'format', 'pattern', 'additionalProperties', 'propertyNames'],
  ...['minLength', 'maxLength', 'minItems', 'maxItems', 'uniqueItems'],
  ...['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'],
]);

export function listedSchema(schema: SchemaNode): SchemaNode {
  const kept: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(schema)) {
    if (unread.has(key) || isUsualDefault(key, value)) continue;
    kept[key] = key === 'properties' ? eachReadable(value) : readableValue(value);
  }
  return kept;
}

/** Names of properties are names, even where one is called `pattern`. */
const eachReadable = (properties: unknown): unknown =>
  isObject(properties)
    ? Object.fromEntries(
        Object.entries(properties).map(([name, value]) => [name, readableValue(value)]),
      )
    : properties;

function readableValue(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(readableValue);
  return isObject(value) ? listedSchema(value) : value;
}

/** A switch that is left out is off, and anything else that is left out is empty. */
const isUsualDefault = (key: string, value: unknown): boolean =>
  key === 'default' && (value === false || isEmpty(value));

const isEmpty = (value: unknown): boolean =>
  (Array.isArray(value) || isObject(value)) && Object.keys(value).length === 0;
