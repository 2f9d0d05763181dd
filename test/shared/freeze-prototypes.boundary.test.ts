/** In a process of its own: what is frozen stays so. */
import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { expect, it } from 'vitest';

const file = path.resolve(import.meta.dirname, '../../src/shared/base/freeze-prototypes.ts');

/** Runs in a realm with frozen prototypes; what it returns, as JSON. */
function inFrozenRealm(body: string): unknown {
  const code = `await import(${JSON.stringify(file)});
    const tried = (work) => { try { work(); return 'no error'; } catch (error) { return error.name; } };
    console.log(JSON.stringify(await (async () => { ${body} })()));`;
  const env = { ELECTRON_RUN_AS_NODE: '1' };
  return JSON.parse(
    execFileSync(process.execPath, ['--input-type=module', '-e', code], { env, encoding: 'utf8' }),
  );
}

it('J20 no built-in prototype or constructor can be changed', () => {
  const open = inFrozenRealm(`
    const holders = Object.getOwnPropertyNames(globalThis).flatMap((name) => {
      const value = Object.getOwnPropertyDescriptor(globalThis, name).value;
      const isNative = typeof value === 'function' && /\\[native code\\]/.test(Function.prototype.toString.call(value));
      return isNative && value.prototype ? [[name, value.prototype]] : [];
    });
    const hidden = { generator: Object.getPrototypeOf(function* () {}), iterator: Object.getPrototypeOf([].values()),
      asyncFunction: Object.getPrototypeOf(async () => {}), typedArray: Object.getPrototypeOf(Uint8Array.prototype) };
    return [...holders, ...Object.entries(hidden)].filter(([, one]) => !Object.isFrozen(one)).map(([name]) => name);`);
  // Classes of Node, which no value that a parser makes inherits from.
  expect(open).toEqual(['MessageChannel', 'MessagePort', 'URLPattern']);
});

it('J20 no path through __proto__ or constructor pollutes', () => {
  const after = inFrozenRealm(`
    const set = (object, path, value) => { let at = object; for (const key of path.slice(0, -1)) at = at[key] ??= {}; at[path.at(-1)] = value; };
    const tries = [['__proto__', 'a'], ['constructor', 'prototype', 'b'], ['__proto__', '__proto__', 'c'], ['toString', '__proto__', 'd'],
      ['toString', 'constructor', 'prototype', 'e'], ['constructor', 'assign'], ['__proto__', 'execArgv']];
    for (const one of tries) for (const target of [{}, [], () => {}, new Map(), 'text', new Error('x')])
      try { set(target, one, 'polluted'); } catch {}
    const clean = {};
    return [clean.a, clean.b, clean.c, clean.d, clean.e, clean.execArgv, [].a, (() => {}).e, typeof Object.assign].map(String);`);
  expect(after).toEqual([...Array.from({ length: 8 }, () => 'undefined'), 'function']);
});

it('ordinary code that overrides what it inherits still works', () => {
  const result = inFrozenRealm(`
    const error = new TypeError('old'); error.name = 'Named'; error.message = 'new'; error.toString = () => 'own';
    const plain = {}; plain.toString = () => 'plain'; plain.constructor = 1; plain.hasOwnProperty = 2;
    function Old() {} Old.prototype.toString = () => 'old'; Old.call = 3;
    function Sub() {} Sub.prototype = Object.create(Error.prototype); Sub.prototype.constructor = Sub; Sub.prototype.name = 'Sub';
    class Own extends Map { get(key) { return super.get(key) ?? 'none'; } }
    Error.stackTraceLimit = 5;
    return [String(error), error.name, error.message, Object.keys(error).sort(), String(plain), plain.constructor, plain.hasOwnProperty,
      String(new Old()), Old.call, new Sub().name, new Own().get(1), tried(() => { Object.prototype.toString = 1; }),
      tried(() => { Error.prototype.name = 1; }), Object.assign({}, { toString: 1 }).toString, { ...{ valueOf: 2 } }.valueOf];`);
  expect(result).toEqual([
    ...['own', 'Named', 'new', ['name', 'toString']],
    ...['plain', 1, 2, 'old', 3, 'Sub', 'none', 'TypeError', 'TypeError', 1, 2],
  ]);
});
