/**
 * Freezes the built-in prototypes and constructors of this realm. Every entry of main, workbench,
 * command line and threads imports this file first, before any code that reads what others wrote:
 * a polluted `Object.prototype` would reach every options object that is built later.
 *
 * A frozen property cannot be assigned on an object that inherits it (the "override mistake"), which
 * breaks ordinary code such as `error.name = …`. As Node's --frozen-intrinsics and SES do, such
 * properties become accessors whose setter defines the value on the object itself.
 */

type Key = string | symbol;
type BuiltIn = object & { readonly prototype?: unknown };

/** The globals of the language, not those of Node or Electron. One that this version lacks is skipped. */
const globalNames = [
  ...['Object', 'Function', 'Array', 'String', 'Number', 'Boolean', 'Symbol', 'BigInt', 'Date'],
  ...['RegExp', 'Promise', 'Map', 'Set', 'WeakMap', 'WeakSet', 'WeakRef', 'FinalizationRegistry'],
  ...['Error', 'AggregateError', 'EvalError', 'RangeError', 'ReferenceError', 'SyntaxError'],
  ...['TypeError', 'URIError', 'SuppressedError', 'Iterator', 'AsyncIterator', 'Proxy', 'Reflect'],
  ...['ArrayBuffer', 'SharedArrayBuffer', 'DataView', 'Atomics', 'JSON', 'Math', 'Intl'],
  ...['Int8Array', 'Uint8Array', 'Uint8ClampedArray', 'Int16Array', 'Uint16Array', 'Int32Array'],
  ...['Uint32Array', 'BigInt64Array', 'BigUint64Array', 'Float16Array', 'Float32Array'],
  ...['Float64Array', 'DisposableStack', 'AsyncDisposableStack', 'Temporal'],
];

/** Overridden on instances and on derived prototypes, whichever built-in they inherit from. */
const commonOverrides: ReadonlySet<Key> = new Set<Key>([
  ...['constructor', 'toString', 'toLocaleString', 'valueOf', 'toJSON', 'name', 'message'],
  Symbol.toStringTag,
]);

/**
 * Every property of these can be overridden by assignment. The methods of the others stay plain
 * data: V8's fast paths for arrays, iteration and promises depend on it.
 */
const isFullyOverridable = (value: object): boolean =>
  value === Object.prototype ||
  value === Function.prototype ||
  value === Error.prototype ||
  Object.prototype.isPrototypeOf.call(Error.prototype, value);

/**
 * Where V8 looks up a species it is fast only while `constructor` is plain data: `slice` took ten
 * times as long.
 */
const isPlainData = (holder: object, key: Key): boolean => {
  const value: unknown = Object.getOwnPropertyDescriptor(holder, key)?.value;
  return key === 'constructor' && isBuiltIn(value) && Symbol.species in value;
};

const prototypesOf = (value: object): readonly unknown[] => {
  const prototype: unknown = Object.getPrototypeOf(value);
  return [prototype, isBuiltIn(prototype) ? Object.getPrototypeOf(prototype) : null];
};

/** Prototypes that are not reachable through any global name. */
function hiddenPrototypes(): readonly unknown[] {
  const generator = (function* () {})();
  const asyncGenerator = (async function* () {})();
  const iterators = [[].values(), new Map().keys(), new Set().keys(), ''[Symbol.iterator]()];
  const matches = 'a'.matchAll(/a/g);
  const functions = [async () => {}, function* () {}, async function* () {}];
  return [generator, asyncGenerator, ...iterators, matches, ...functions].flatMap(prototypesOf);
}

const isBuiltIn = (value: unknown): value is BuiltIn =>
  (typeof value === 'object' && value !== null) || typeof value === 'function';

function builtIns(): ReadonlySet<BuiltIn> {
  const found = new Set<BuiltIn>();
  const add = (value: unknown): void => {
    if (!isBuiltIn(value) || found.has(value)) return;
    found.add(value);
    add(Object.getPrototypeOf(value));
    if (typeof value === 'function') add(value.prototype);
    // A prototype names its constructor, even a hidden one.
    const named: unknown = Object.getOwnPropertyDescriptor(value, 'constructor')?.value;
    add(named);
  };
  for (const name of globalNames) {
    const value: unknown = Object.getOwnPropertyDescriptor(globalThis, name)?.value;
    add(value);
    if (name === 'Intl' || name === 'Temporal') for (const inner of valuesOf(value)) add(inner);
  }
  for (const prototype of hiddenPrototypes()) add(prototype);
  return found;
}

const valuesOf = (value: unknown): readonly unknown[] =>
  isBuiltIn(value)
    ? Object.values(Object.getOwnPropertyDescriptors(value)).map(
        (descriptor): unknown => descriptor.value,
      )
    : [];

/** Assigning on an object that inherits from `holder` defines the property there, as if nothing were frozen. */
function letInheritorsOverride(holder: object, key: Key): void {
  const found = Object.getOwnPropertyDescriptor(holder, key);
  if (!found?.configurable || !('value' in found)) return;
  const { value, enumerable = false } = found as { value: unknown; enumerable?: boolean };
  Object.defineProperty(holder, key, {
    get: () => value,
    set(this: unknown, own: unknown) {
      if (!isBuiltIn(this) || this === holder)
        throw new TypeError(`Cannot assign to the built-in property ${String(key)}`);
      // An own accessor or read-only property takes precedence, so this setter is not reached.
      const fresh = { value: own, writable: true, enumerable: true, configurable: true };
      Object.defineProperty(this, key, fresh);
    },
    enumerable,
    configurable: false,
  });
}

/**
 * Programs set `Error.stackTraceLimit`, tests set `Date.now` and `Math.random`; these are not
 * reachable through a prototype.
 */
const isMeantToBeSet = (value: object): boolean =>
  value === Error || value === Date || value === Math;

export function freezePrototypes(): void {
  const all = builtIns();
  // Without it, `target['__proto__']` is an ordinary key and leads to no prototype.
  Reflect.deleteProperty(Object.prototype, '__proto__');
  for (const item of all) {
    if (typeof item === 'function' && item !== Function.prototype) continue;
    for (const key of Reflect.ownKeys(item)) {
      const isOverridden = isFullyOverridable(item) || commonOverrides.has(key);
      if (isOverridden && !isPlainData(item, key)) letInheritorsOverride(item, key);
    }
  }
  for (const item of all) if (!isMeantToBeSet(item)) Object.freeze(item);
}

freezePrototypes();
