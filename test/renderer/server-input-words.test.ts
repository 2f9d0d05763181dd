import { expect, test } from 'vitest';
import { asks } from '../../dev/ask-fixtures.ts';
import {
  contentOf,
  initialValues,
  isMarkedInput,
  whyNotSubmitted,
} from '../../src/renderer/ask/server-input/server-input-text.ts';
import { askSentenceText } from '../../src/renderer/text/ask-sentence.ts';
import { requiredReading } from '../../src/shared/asks/required-reading.ts';
import type { ShownServerInput } from '../../src/shared/asks/asks.ts';

function inputOf(name: 'server-input' | 'server-page'): ShownServerInput {
  const ask = asks[name];
  if (ask?.kind !== 'confirm' || !ask.serverInput) throw new Error(`${name} asks nothing`);
  return ask.serverInput;
}

test('the form begins with the defaults, and is sent without what was left empty', () => {
  const { fields } = inputOf('server-input');
  const first = initialValues(fields);
  expect(first).toEqual({ email: '', day: 'mon', charts: true });
  const input = inputOf('server-input');
  expect(whyNotSubmitted(input, first)).toBe('E-mail address: required.');
  const typed = { ...first, email: 'a@b.example', day: '' };
  expect(whyNotSubmitted(input, typed)).toBeNull();
  expect(contentOf(fields, typed)).toEqual({ email: 'a@b.example', charts: true });
});

test('a number is sent as a number, and an empty one is reported', () => {
  const number = {
    ...initial,
    name: 'age',
    title: 'Age',
    kind: 'whole',
    isRequired: true,
  } as const;
  const input = { ...inputOf('server-input'), fields: [number] };
  expect(contentOf([number], { age: ' 42 ' })).toEqual({ age: 42 });
  expect(whyNotSubmitted(input, { age: 'x' })).toBe('Age: enter a whole number.');
  expect(whyNotSubmitted(input, { age: '' })).toBe('Age: required.');
});

const initial = {
  ...{ description: '', isSecret: false, options: [], least: null, most: null, initial: null },
};

test('the sentence names the server, never the agent, and hidden characters are found', () => {
  const { 'server-input': ask, 'server-page': page } = asks;
  if (!ask || !page) throw new Error('there are no fixtures');
  expect(askSentenceText(ask)).toBe('reports asks you something');
  expect(askSentenceText(page)).toBe('reports wants you to open a page');
  expect(requiredReading(ask)).toEqual(['sentence', 'who', 'call']);
  expect(isMarkedInput(inputOf('server-input'))).toBe(false);
  expect(isMarkedInput({ ...inputOf('server-input'), message: 'a\u200Bb' })).toBe(true);
});
