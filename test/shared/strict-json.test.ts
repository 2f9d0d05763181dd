import { describe, expect, test } from 'vitest';
import { deepestJson, readStrictJson } from '../../src/shared/base/strict-json.ts';

const deep = (levels: number): string => '['.repeat(levels) + ']'.repeat(levels);

describe('plain JSON is read as ever', () => {
  test.each([
    'null',
    '-0',
    '""',
    ' {} ',
    '[{"a":1},{"a":2}]',
    '{"a":{"a":{"a":[]}},"b":"a:b:\\"c\\":{\\"a\\":1,\\"a\\":2}"}',
    '{"\\\\":"\\\\","\\"":"\\\\\\""}',
    '{"constructor":1,"toString":{"a":1}}',
    '{"1":1,"01":2,"é":3,"e\u0301":4,"":5}',
    `{"pair":"${String.raw`\ud83d\ude00`}"}`,
    deep(deepestJson),
  ])('%s', (text) => {
    expect(readStrictJson(text)).toEqual({ json: JSON.parse(text) as unknown });
  });

  test.each(['', '{', '{"a":1}{', 'undefined', '{"a":NaN}', '[1,]', '"', '{"a"::1}', "{'a':1}"])(
    '%j is none',
    (text) => {
      expect(readStrictJson(text)).toMatchObject({ problem: 'syntax' });
    },
  );
});

describe('J2 a key that is written twice', () => {
  test.each([
    ['{"path":"/a","path":"/b"}', 'path'],
    ['{"a":1,"b":{"c":[{"d":1,"e":2,"d":1}]}}', 'd'],
    ['{"a":1,"\\u0061":2}', 'a'],
    ['{"a":{},"b":{},"a":{}}', 'a'],
    ['{"__proto__":1,"__proto__":2}', '__proto__'],
    [`{"a":1,"x":"{","a"${' '.repeat(50)}:2}`, 'a'],
  ])('%s is refused by its name', (text, key) => {
    expect(readStrictJson(text)).toEqual({
      problem: 'key-twice',
      detail: `"${key}" is written twice.`,
    });
  });

  test('however deep it lies', () => {
    const text = `${'[{"a":'.repeat(31)}{"k":1,"k":2}${'}]'.repeat(31)}`;
    expect(readStrictJson(text)).toMatchObject({ problem: 'key-twice' });
  });
});

describe('J1 what is no field and no text', () => {
  test.each([
    ['{"a":{"__proto__":{"polluted":true}}}', 'a.__proto__: nothing may be called that.'],
    ['{"__proto__":null}', '__proto__: nothing may be called that.'],
    [String.raw`{"a":["x","\ud800"]}`, 'a.1: half a surrogate pair is no text.'],
    [String.raw`"\udc00"`, 'body: half a surrogate pair is no text.'],
    [String.raw`{"a\ud800":1}`, 'a\ufffd: nothing may be called that.'],
  ])('%s', (text, detail) => {
    expect(readStrictJson(text)).toEqual({ problem: 'bad-field', detail });
    expect(Object.prototype).not.toHaveProperty('polluted');
  });
});

describe('J3 nesting', () => {
  test('deeper than 64 levels is refused before anything is built', () => {
    expect(readStrictJson(deep(deepestJson + 1))).toMatchObject({ problem: 'too-deep' });
    expect(readStrictJson('{"a":'.repeat(65))).toMatchObject({ problem: 'too-deep' });
  });

  test('a million levels cost next to nothing', () => {
    const text = '['.repeat(1_000_000);
    const began = performance.now();
    expect(readStrictJson(text)).toMatchObject({ problem: 'too-deep' });
    expect(performance.now() - began).toBeLessThan(2_000);
  });

  test('a mebibyte of backslashes or quotes is looked at once', () => {
    const began = performance.now();
    expect(readStrictJson(`"${'\\\\'.repeat(500_000)}"`)).toHaveProperty('json');
    expect(readStrictJson(`"${'\\"'.repeat(500_000)}"`)).toHaveProperty('json');
    expect(performance.now() - began).toBeLessThan(5_000);
  });
});
