/**
 * The form in which the user answers an MCP server's request for input. A server may request a
 * flat object of strings, numbers, switches and choices; other schemas are not supported.
 */
import { isObject } from '../base/is-object.ts';

export interface InputField {
  readonly name: string;
  /** The server's text. */
  readonly title: string;
  readonly description: string;
  readonly isRequired: boolean;
  /** Its name or text suggests a password, token or key. */
  readonly isSecret: boolean;
  readonly kind: 'text' | 'number' | 'whole' | 'switch' | 'choice' | 'choices';
  /** For a choice: values and labels. */
  readonly options: readonly { readonly value: string; readonly title: string }[];
  readonly least: number | null;
  readonly most: number | null;
  readonly initial: InputValue | null;
}

export type InputValue = string | number | boolean | readonly string[];
export type InputContent = Readonly<Record<string, InputValue>>;

const mostFields = 30;
const mostOptions = 200;
const longestTitle = 200;
const longestDescription = 1_000;
/** The length limit of one answer. */
export const longestText = 10_000;

const secretWords =
  /pass(?:word|phrase|code|wd)?|secret|token|api.?key|private.?key|credential|\bpin\b|\botp\b|\bcvv\b|card.?number|\bssn\b/i;

/** Null if the schema is not supported. */
export function inputForm(schema: unknown): readonly InputField[] | null {
  if (!isObject(schema) || schema['type'] !== 'object' || !isObject(schema['properties']))
    return null;
  const required = Array.isArray(schema['required']) ? schema['required'] : [];
  const names = Object.keys(schema['properties']);
  if (names.length === 0 || names.length > mostFields) return null;
  const fields: InputField[] = [];
  for (const name of names) {
    const field = fieldOf(name, schema['properties'][name], required.includes(name));
    if (!field) return null;
    fields.push(field);
  }
  return fields;
}

type Schema = Readonly<Record<string, unknown>>;

function fieldOf(name: string, schema: unknown, isRequired: boolean): InputField | null {
  if (!isObject(schema) || name.length > longestTitle) return null;
  const shape = shapeOf(schema);
  if (!shape) return null;
  const title = textOf(schema['title'], longestTitle) || name;
  const description = textOf(schema['description'], longestDescription);
  const isSecret =
    schema['format'] === 'password' ||
    [name.replaceAll('_', ' '), title, description].some((text) => secretWords.test(text));
  const field = { name, title, description, isRequired, isSecret, ...shape };
  const initial = schema['default'];
  const isGood =
    initial !== undefined && whyNotValue({ ...field, initial: null }, initial) === null;
  return { ...field, initial: isGood ? (initial as InputValue) : null };
}

type FieldShape = Pick<InputField, 'kind' | 'options' | 'least' | 'most'>;

function shapeOf(schema: Schema): FieldShape | null {
  const { type } = schema;
  if (type === 'boolean') return { kind: 'switch', options: [], least: null, most: null };
  if (type === 'number' || type === 'integer') {
    const bounds = { least: numberOf(schema['minimum']), most: numberOf(schema['maximum']) };
    return { kind: type === 'number' ? 'number' : 'whole', options: [], ...bounds };
  }
  if (type === 'array') return choicesOf(schema);
  if (type !== 'string') return null;
  const options = optionsIn(schema);
  if (options === 'invalid') return null;
  if (options) return { kind: 'choice', options, least: null, most: null };
  const bounds = { least: numberOf(schema['minLength']), most: numberOf(schema['maxLength']) };
  return { kind: 'text', options: [], ...bounds };
}

function choicesOf(schema: Schema): FieldShape | null {
  const { items } = schema;
  const options = isObject(items) ? optionsIn(items) : null;
  if (!options || options === 'invalid') return null;
  const bounds = { least: numberOf(schema['minItems']), most: numberOf(schema['maxItems']) };
  return { kind: 'choices', options, ...bounds };
}

/** `enum` with `enumNames`, or `oneOf` and `anyOf` with titles. Null: not a choice. */
function optionsIn(schema: Schema): InputField['options'] | 'invalid' | null {
  const { enum: values, enumNames, oneOf, anyOf } = schema;
  const titled = oneOf ?? anyOf;
  if (values === undefined && titled === undefined) return null;
  const each = Array.isArray(values)
    ? values.map((value: unknown, at) => ({
        value,
        title: Array.isArray(enumNames) ? (enumNames[at] as unknown) : value,
      }))
    : (Array.isArray(titled) ? titled : []).map((item: unknown) =>
        isObject(item)
          ? { value: item['const'], title: item['title'] }
          : { value: null, title: null },
      );
  if (each.length === 0 || each.length > mostOptions) return 'invalid';
  const options = each.flatMap(({ value, title }) =>
    typeof value === 'string' && value.length <= longestDescription
      ? [{ value, title: textOf(title, longestTitle) || value }]
      : [],
  );
  return options.length === each.length ? options : 'invalid';
}

const textOf = (value: unknown, most: number): string =>
  typeof value === 'string' ? value.slice(0, most) : '';

const numberOf = (value: unknown): number | null =>
  typeof value === 'number' && Number.isFinite(value) ? value : null;

/** The first problem as a sentence; null if the form can be sent. */
export function whyNotContent(fields: readonly InputField[], content: InputContent): string | null {
  const unknown = Object.keys(content).find((name) => !fields.some((field) => field.name === name));
  if (unknown !== undefined) return 'That field was not asked for.';
  for (const field of fields) {
    const value = content[field.name];
    if (value === undefined) {
      if (field.isRequired) return `${field.title}: required.`;
      continue;
    }
    const why = whyNotValue(field, value);
    if (why !== null) return `${field.title}: ${why}`;
  }
  return null;
}

function whyNotValue(field: InputField, value: unknown): string | null {
  const { kind, options, least, most } = field;
  const size = whyNotSize(kind, value, least, most);
  switch (kind) {
    case 'switch':
      return typeof value === 'boolean' ? null : 'choose yes or no.';
    case 'number':
      return typeof value === 'number' && Number.isFinite(value) ? size : 'enter a number.';
    case 'whole':
      return Number.isSafeInteger(value) ? size : 'enter a whole number.';
    case 'choice':
      return options.some((option) => option.value === value) ? null : 'choose one.';
    case 'choices':
      return Array.isArray(value) &&
        new Set(value).size === value.length &&
        value.every((item) => options.some((option) => option.value === item))
        ? size
        : 'choose from the list.';
    case 'text':
      return typeof value === 'string' && value.length <= longestText ? size : 'enter text.';
  }
}

function whyNotSize(
  kind: InputField['kind'],
  value: unknown,
  least: number | null,
  most: number | null,
): string | null {
  const isNumber = kind === 'number' || kind === 'whole';
  const size = isNumber ? Number(value) : ((value as { readonly length?: number }).length ?? 0);
  const unit = kind === 'text' ? ' characters' : '';
  if (least !== null && size < least) return `at least ${least}${unit}.`;
  return most !== null && size > most ? `at most ${most}${unit}.` : null;
}
