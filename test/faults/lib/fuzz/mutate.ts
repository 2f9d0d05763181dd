/** Messages made wrong in every way we can think of: by their bytes, and by what they mean. */
import type { Chance } from '../chance.ts';

const pieces = [
  ...['{', '}', '[', ']', '"', ':', ',', '\\', '\\u0000', '\\ud800', '1e400', '-0', 'null', 'true'],
  ...['"type"', '"id"', '"args"', '"__proto__"', '"constructor"', '"path"', '"params"', '"method"'],
  ...['9007199254740993', '../../etc/passwd', '\u0000', '\r\n', '\n\n', '\uFEFF', '\u202E', '💥'],
  ...['%00', '%2e%2e%2f', ';', ' ', '\t', '-1', '0x10', "'", '<script>', '${x}', '`id`'],
];

/** Texts with a few wrong pieces in them, cuts, repetitions, and halves of other messages. */
export function mutatedText(text: string, others: readonly string[], chance: Chance): string {
  let result = text;
  for (let times = 1 + chance.below(4); times > 0; times -= 1) {
    const at = chance.below(result.length + 1);
    const cut = chance.often(0.3) ? chance.below(24) : 0;
    result = result.slice(0, at) + insertion(result, others, chance) + result.slice(at + cut);
  }
  return chance.often(0.05) ? result.slice(0, chance.below(result.length + 1)) : result;
}

function insertion(text: string, others: readonly string[], chance: Chance): string {
  if (chance.often(0.7)) return chance.pick(pieces);
  const source = chance.often(0.5) ? text : chance.pick(others);
  const from = chance.below(source.length + 1);
  return source.slice(from, from + chance.below(80));
}

const oddValues: readonly unknown[] = [
  ...[
    null,
    true,
    false,
    0,
    -0,
    -1,
    1.5,
    2 ** 53 + 2,
    1e308,
    '',
    ' ',
    '.',
    '..',
    '/',
    '~',
    '\u0000',
  ],
  ...['\uD800', '../../../../etc/passwd', '/proc/self/environ', 'con', 'a'.repeat(5_000), '2.0'],
  ...['e\u0301', '\u202Egnp.exe', '*', '-rf', '--', '%s%n', 'constructor', '__proto__', 'toString'],
  ...[
    [],
    {},
    [[]],
    [{}],
    [null],
    { '': '' },
    { constructor: 1 },
    { toString: null },
    { length: 1e9 },
  ],
];

/** The same message with other values, names and shapes; its JSON stays well-formed, mostly. */
export function mutatedJson(message: unknown, others: readonly unknown[], chance: Chance): string {
  let result = structuredClone(message);
  for (let times = chance.often(0.6) ? 1 : 2; times > 0; times -= 1) {
    result = changed(result, others, chance, 0);
  }
  const text = JSON.stringify(result);
  // JSON.stringify writes no `__proto__` of its own and no key twice.
  if (chance.often(0.03)) return text.replace('{', '{"__proto__":{"polluted":true},');
  if (chance.often(0.03)) return text.replace(/\{("[^"]+":)/, '{$1null,$1');
  if (chance.often(0.01)) return `${'['.repeat(200)}${text}${']'.repeat(200)}`;
  return text;
}

function changed(
  value: unknown,
  others: readonly unknown[],
  chance: Chance,
  depth: number,
): unknown {
  if (typeof value !== 'object' || value === null) return odd(others, chance);
  const names = Object.keys(value);
  if (names.length === 0 || depth > 6 || chance.often(0.03)) return odd(others, chance);
  // What lies deeper is reached less often by chance alone.
  const deep = names.filter((one) => isObjectValue((value as Record<string, unknown>)[one]));
  const name = deep.length > 0 && chance.often(0.7) ? chance.pick(deep) : chance.pick(names);
  const kept = value as Record<string, unknown>;
  if (Array.isArray(value)) return changedList(value, Number(name), others, chance, depth);
  if (chance.often(0.06)) {
    const { [name]: _left, ...rest } = kept;
    return chance.often(0.5) ? rest : { ...rest, [`${name}x`]: _left };
  }
  if (chance.often(0.08)) return { ...kept, [chance.pick(unexpectedNames)]: odd(others, chance) };
  return { ...kept, [name]: changed(kept[name], others, chance, depth + 1) };
}

const isObjectValue = (value: unknown): boolean => typeof value === 'object' && value !== null;

const unexpectedNames = [
  'extra',
  'constructor',
  'toJSON',
  'then',
  '_meta',
  'cursor',
  'x'.repeat(300),
];

function changedList(
  list: readonly unknown[],
  at: number,
  others: readonly unknown[],
  chance: Chance,
  depth: number,
): unknown {
  if (chance.often(0.2)) return list.toSpliced(at, 1);
  if (chance.often(0.2)) return [...list, ...list, odd(others, chance)];
  return list.with(at, changed(list[at], others, chance, depth + 1));
}

function odd(others: readonly unknown[], chance: Chance): unknown {
  return chance.often(0.8) ? chance.pick(oddValues) : structuredClone(chance.pick(others));
}
