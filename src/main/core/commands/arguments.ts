/**
 * Parses options like getopt: `-abc`, `-oVALUE`, `--name=VALUE`, `--name VALUE`, `--`. If there
 * are two interpretations, the one that can do more is assumed.
 */
import type { FlagRule } from './program-spec.ts';
import { restOfWord, type Word } from './words.ts';

export interface FlagUse {
  readonly kind: 'flag';
  readonly name: string;
  /** Null if the table does not list it. */
  readonly rule: FlagRule | null;
  readonly word: Word;
  readonly value: Word | null;
  /** It may also be the value of the flag before it. */
  readonly mayBeValue: boolean;
}

export interface OperandUseFound {
  readonly kind: 'operand';
  readonly word: Word;
  /** Known only at run time, when it may turn out to be an option. */
  readonly mayBeFlag: boolean;
}

export type Argument = FlagUse | OperandUseFound;

export interface ArgumentSyntax {
  readonly flags: ReadonlyMap<string, FlagRule>;
  readonly single: boolean;
  readonly separateValues?: boolean;
  /** Stop at the first operand and leave the rest unparsed. */
  readonly stopAtOperand: boolean;
}

export interface ParsedArguments {
  readonly arguments: readonly Argument[];
  /** The rest, if parsing stopped at an operand. */
  readonly rest: readonly Word[];
}

export function readArguments(words: readonly Word[], how: ArgumentSyntax): ParsedArguments {
  const found: Argument[] = [];
  const values = new Set<Word | null>();
  let at = 0;
  while (at < words.length) {
    const word = words[at];
    if (word === undefined) break;
    if (word.literal && word.text === '--') {
      const operands = words.slice(at + 1);
      if (how.stopAtOperand) return { arguments: found, rest: operands };
      return { arguments: [...found, ...operands.map((item) => operand(item, false))], rest: [] };
    }
    if (!isFlag(word)) {
      if (how.stopAtOperand) return { arguments: found, rest: words.slice(at) };
      found.push(operand(word, !word.literal && word.prefix === ''));
      at += 1;
      continue;
    }
    const next = words.slice(at + 1, at + 3);
    const flags = isLong(word, how) ? longFlag(word, next, how) : shortFlags(word, next, how);
    const mayBeValue = values.has(word);
    found.push(...flags.map((flag) => ({ ...flag, mayBeValue })));
    for (const { value } of flags) values.add(value);
    at += 1 + Math.max(...flags.map((flag) => taken(flag, next)));
  }
  return { arguments: found, rest: [] };
}

const operand = (word: Word, mayBeFlag: boolean): OperandUseFound => ({
  kind: 'operand',
  word,
  mayBeFlag,
});

const isFlag = (word: Word): boolean => word.prefix.startsWith('-') && word.prefix !== '-';

const isLong = (word: Word, how: ArgumentSyntax): boolean =>
  word.text.startsWith('--') || how.single;

function longFlag(word: Word, next: readonly Word[], how: ArgumentSyntax): FlagUse[] {
  const equals = word.text.indexOf('=');
  const name = equals < 0 ? word.text : word.text.slice(0, equals);
  if (equals >= 0 && equals >= word.prefix.length) return [flag(word.text, null, word, null)];
  const attached = equals < 0 ? null : restOfWord(word, equals + 1);
  const known = how.flags.get(name);
  if (known) return [flag(name, known, word, attached ?? separate(known, next))];
  if (how.single) return singleDash(word, next, how, name, attached);
  // getopt accepts any prefix of a name; all possible flags are assumed.
  const meant = [...how.flags].filter(([flagName]) => flagName.startsWith(name) && name.length > 2);
  if (meant.length === 0) return [flag(name, null, word, attached)];
  return meant.map(([full, rule]) => flag(full, rule, word, attached ?? separate(rule, next)));
}

/** `-foo` may be the long flag of a program that also takes `--foo`, or `-f oo`. */
function singleDash(
  word: Word,
  next: readonly Word[],
  how: ArgumentSyntax,
  name: string,
  attached: Word | null,
): FlagUse[] {
  const variant = name.startsWith('--') ? name.slice(1) : `-${name}`;
  const known = how.flags.get(variant);
  if (known) return [flag(variant, known, word, attached ?? separate(known, next))];
  const short = how.flags.get(name.slice(0, 2));
  if (short && short.value !== 'none')
    return [flag(name.slice(0, 2), short, word, restOfWord(word, 2))];
  return [flag(name, null, word, attached)];
}

function shortFlags(word: Word, next: readonly Word[], how: ArgumentSyntax): FlagUse[] {
  const found: FlagUse[] = [];
  const letters = word.literal ? word.text : word.prefix;
  for (let at = 1; at < letters.length; at += 1) {
    const name = `-${letters[at] ?? ''}`;
    const rule = how.flags.get(name) ?? null;
    if (rule === null || rule.value === 'none') {
      found.push(flag(name, rule, word, null));
      continue;
    }
    if (how.separateValues) {
      const used = found.filter(({ value }) => value !== null).length;
      found.push(flag(name, rule, word, separate(rule, next.slice(used))));
      continue;
    }
    const attached = at + 1 < word.text.length ? restOfWord(word, at + 1) : null;
    found.push(flag(name, rule, word, attached ?? separate(rule, next)));
    return found;
  }
  // What follows is known only at run time, and may be more letters.
  if (!word.literal) found.push(flag(word.text, null, word, null));
  return found;
}

function separate(rule: FlagRule, next: readonly Word[]): Word | null {
  if (rule.value === 'pair') return next[1] ?? null;
  return rule.value === 'required' ? (next[0] ?? null) : null;
}

/**
 * How many of the next words belong to the flag. A value that looks like a flag is also read as
 * one, in case the table is wrong about the first.
 */
function taken({ value }: FlagUse, next: readonly Word[]): number {
  if (value === null || /^-[^0-9]/.test(value.prefix)) return 0;
  return next.indexOf(value) + 1;
}

const flag = (name: string, rule: FlagRule | null, word: Word, value: Word | null): FlagUse => ({
  kind: 'flag',
  name,
  rule,
  word,
  value,
  mayBeValue: false,
});
