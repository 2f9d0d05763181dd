import { describe, expect, test } from 'vitest';
import { inputForm, whyNotContent } from '../../src/shared/servers/input-form.ts';

const form = (properties: object, required: readonly string[] = []) =>
  inputForm({ type: 'object', properties, required });

describe('the form of a request for input', () => {
  test('has a field for each string, number, switch and choice', () => {
    const fields = form(
      {
        name: { type: 'string', title: 'Your name', minLength: 2 },
        age: { type: 'integer', minimum: 0 },
        share: { type: 'number' },
        isOk: { type: 'boolean', default: true },
        size: { type: 'string', enum: ['s', 'l'], enumNames: ['Small', 'Large'], default: 'x' },
        colour: { type: 'string', oneOf: [{ const: 'r', title: 'Red' }] },
        days: { type: 'array', items: { type: 'string', enum: ['mo', 'fr'] }, minItems: 1 },
      },
      ['name'],
    );
    expect(fields?.map(({ name, kind }) => `${name} ${kind}`)).toEqual([
      'name text',
      'age whole',
      'share number',
      'isOk switch',
      'size choice',
      'colour choice',
      'days choices',
    ]);
    expect(fields?.[0]).toMatchObject({ title: 'Your name', isRequired: true, least: 2 });
    expect(fields?.[3]?.initial).toBe(true);
    expect(fields?.[4]).toMatchObject({ initial: null, options: [{ title: 'Small' }, {}] });
  });

  test.each([
    ['nothing', undefined],
    ['no properties', { type: 'object', properties: {} }],
    ['an object inside', { type: 'object', properties: { a: { type: 'object' } } }],
    ['a list of objects', { type: 'object', properties: { a: { type: 'array', items: {} } } }],
    [
      'choices that are no text',
      { type: 'object', properties: { a: { type: 'string', enum: [1] } } },
    ],
  ])('there is none for %s', (_what, schema) => {
    expect(inputForm(schema)).toBeNull();
  });

  test('there is none for too many fields', () => {
    const many = Object.fromEntries(
      Array.from({ length: 31 }, (_, at) => [`f${at}`, { type: 'string' }]),
    );
    expect(form(many)).toBeNull();
  });

  test.each([
    ['password', {}],
    ['api_key', {}],
    ['value', { title: 'Access token' }],
    ['value', { description: 'Your private key' }],
    ['value', { format: 'password' }],
    ['pin', {}],
  ])('%s %j looks like a secret', (name, parts) => {
    expect(form({ [name]: { type: 'string', ...parts } })?.[0]?.isSecret).toBe(true);
  });

  test.each(['email', 'keyboard', 'opinion', 'topic'])('%s does not', (name) => {
    expect(form({ [name]: { type: 'string' } })?.[0]?.isSecret).toBe(false);
  });
});

describe('what was entered', () => {
  const fields =
    form({ name: { type: 'string', maxLength: 3 }, age: { type: 'integer', maximum: 9 } }, [
      'name',
    ]) ?? [];

  test.each([
    [{ name: 'ada' }, null],
    [{ name: 'ada', age: 9 }, null],
    [{}, 'name: required.'],
    [{ name: 'adam' }, 'name: at most 3 characters.'],
    [{ name: 'ada', age: 10 }, 'age: at most 9.'],
    [{ name: 'ada', age: 1.5 }, 'age: enter a whole number.'],
    [{ name: 1 }, 'name: enter text.'],
    [{ name: 'ada', other: 'x' }, 'That field was not asked for.'],
  ])('%j: %s', (content, why) => {
    expect(whyNotContent(fields, content)).toBe(why);
  });
});
