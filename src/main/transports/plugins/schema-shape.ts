/**
 * Decides in one bounded walk, without compiling, whether a JSON schema can be used. Pages and
 * plugins send schemas before the user has allowed them anything.
 */
import { isObject } from '../../../shared/base/is-object.ts';

const maxParts = 2_000;
const deepest = 32;
const maxSchemaLength = 32_768;

const withSchemas = ['properties', '$defs', 'definitions', 'dependentSchemas'];
const withSchema = [
  ...['additionalProperties', 'not', 'if', 'then', 'else', 'contains', 'propertyNames'],
  ...['unevaluatedProperties', 'unevaluatedItems', 'additionalItems'],
];
const withList = ['allOf', 'anyOf', 'oneOf', 'prefixItems'];
const types = ['string', 'number', 'integer', 'boolean', 'object', 'array', 'null'];

/** Null when it can be used; otherwise the reason. */
export function problemWithSchema(schema: Readonly<Record<string, unknown>>): string | null {
  if (JSON.stringify(schema).length > maxSchemaLength) return 'its input schema is too long';
  const walk: SchemaWalk = { parts: 0, problem: null };
  visit(schema, 0, walk);
  return walk.problem;
}

interface SchemaWalk {
  parts: number;
  problem: string | null;
}

function visit(schema: unknown, depth: number, walk: SchemaWalk): void {
  if (walk.problem !== null || typeof schema === 'boolean') return;
  walk.parts += 1;
  if (!isObject(schema)) return fail(walk, 'a part of it is no schema');
  if (walk.parts > maxParts || depth > deepest) return fail(walk, 'it has too many parts');
  if (Object.hasOwn(schema, 'patternProperties')) {
    walk.problem = 'patternProperties are not read';
    return;
  }
  checkPlain(schema, walk);
  for (const key of withSchemas) visitAll(schema[key], depth, walk, isObject);
  for (const key of withSchema) if (schema[key] !== undefined) visit(schema[key], depth + 1, walk);
  for (const key of withList) visitAll(schema[key], depth, walk, Array.isArray);
  const { items } = schema;
  if (Array.isArray(items)) visitAll(items, depth, walk, Array.isArray);
  else if (items !== undefined) visit(items, depth + 1, walk);
}

function visitAll(
  parts: unknown,
  depth: number,
  walk: SchemaWalk,
  fits: (parts: unknown) => boolean,
): void {
  if (parts === undefined) return;
  if (!fits(parts)) return fail(walk, 'a part of it is no schema');
  for (const part of Object.values(parts as object)) visit(part, depth + 1, walk);
}

function checkPlain(schema: Readonly<Record<string, unknown>>, walk: SchemaWalk): void {
  const { type, required, enum: values } = schema;
  for (const key of ['$ref', '$dynamicRef', '$recursiveRef']) {
    const ref = schema[key];
    if (ref !== undefined && !(typeof ref === 'string' && ref.startsWith('#')))
      fail(walk, 'it refers to something elsewhere');
  }
  const given = Array.isArray(type) ? (type as readonly unknown[]) : [type];
  if (type !== undefined && !given.every((item) => types.includes(String(item))))
    fail(walk, 'it names an unknown type');
  if (required !== undefined && !isListOfText(required)) fail(walk, 'required is no list');
  if (values !== undefined && !Array.isArray(values)) fail(walk, 'enum is no list');
}

const isListOfText = (value: unknown): boolean =>
  Array.isArray(value) && value.every((item) => typeof item === 'string');

function fail(walk: SchemaWalk, why: string): void {
  walk.problem ??= `its input schema cannot be read: ${why}`;
}
