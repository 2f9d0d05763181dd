/** Classifies a command by its table entry: subcommand, flags, operands. */
import { readArguments, type Argument, type FlagUse } from './arguments.ts';
import type { Collector } from './collector.ts';
import type { EffectName, PathAccess } from './command-class.ts';
import { sentenceFor } from './effect-words.ts';
import { isAddress, isOfAnotherMachine, loosePlaces } from './loose-paths.ts';
import {
  compiledSpec,
  effectsOf,
  type CompiledSpec,
  type OperandUse,
  type ProgramSpec,
} from './program-spec.ts';
import { subcommandOf } from './subcommands.ts';
import type { Word } from './words.ts';

export function readByTable(
  collector: Collector,
  spec: ProgramSpec,
  head: Word,
  label: string,
  words: readonly Word[],
): void {
  if (spec.subcommands) readSubcommand(collector, spec, head, label, words);
  else readPlain(collector, spec, head, label, words);
}

function readSubcommand(
  collector: Collector,
  spec: ProgramSpec,
  head: Word,
  label: string,
  words: readonly Word[],
): void {
  const table = compiledSpec(spec);
  const read = readArguments(words, { ...howToRead(table), stopAtOperand: true });
  noteFlags(collector, table, label, read.arguments, table.effects);
  const [first] = read.rest;
  if (first === undefined) {
    const effects = spec.bare === undefined ? table.effects : effectsOf(spec.bare);
    collector.addAll(effects, head, sentenceFor(label, spec.phrase, effects[0]));
    return;
  }
  const found = subcommandOf(spec, read.rest);
  if (found === null) {
    const shown = `${label} ${first.text}`.slice(0, 80);
    collector.addAll(table.effects, head, sentenceFor(label, spec.phrase, table.effects[0]));
    collector.add('unknown', first, `${shown} is not known to Gatehouse`);
    for (const word of read.rest) loosePlaces(word, 'write', collector);
    return;
  }
  const rest = read.rest.slice(found.words);
  readByTable(collector, found.spec, first, `${label} ${found.name}`, rest);
}

function readPlain(
  collector: Collector,
  spec: ProgramSpec,
  head: Word,
  label: string,
  words: readonly Word[],
): void {
  const table = compiledSpec(spec);
  const { arguments: given } = readArguments(words, { ...howToRead(table), stopAtOperand: false });
  const effects = effectsHere(table, given);
  collector.addAll(effects, head, sentenceFor(label, spec.phrase, effects[0]));
  noteFlags(collector, table, label, given, effects);
  noteOperands(collector, table, given, effects);
}

const howToRead = (table: CompiledSpec) => ({
  flags: table.flags,
  single: table.spec.style === 'single',
  separateValues: table.spec.separateValues === true,
});

function effectsHere(table: CompiledSpec, given: readonly Argument[]): readonly EffectName[] {
  const { spec, effects } = table;
  if (spec.bare !== undefined && given.length === 0) return effectsOf(spec.bare);
  const instead = effectsInstead(table, given);
  if (instead !== null) return instead;
  const isIdle = spec.idle !== undefined && given.every((item) => item.kind === 'flag');
  return isIdle ? effectsOf(spec.idle ?? '') : effects;
}

/** The effect of a flag that changes what the program does; null if there is none. */
export function effectsInstead(
  { spec }: CompiledSpec,
  given: readonly Argument[],
): readonly EffectName[] | null {
  if (given.some((item) => item.kind === 'operand' && item.word.text === spec.takesBack))
    return null;
  for (const [names, effects] of Object.entries(spec.instead ?? {})) {
    const flags = names.split(' ');
    if (given.some((item) => item.kind === 'flag' && isGiven(item, flags)))
      return effectsOf(effects);
  }
  return null;
}

/** `--paging=never` is listed with its value, `--no-pager` without. */
const isGiven = (flag: FlagUse, names: readonly string[]): boolean =>
  !flag.mayBeValue && (names.includes(flag.name) || names.includes(flag.word.text));

export function noteFlags(
  collector: Collector,
  table: CompiledSpec,
  label: string,
  given: readonly Argument[],
  effects: readonly EffectName[],
): void {
  const { spec } = table;
  for (const flag of given) {
    if (flag.kind !== 'flag') continue;
    if (flag.rule === null) {
      if (spec.strict) collector.add('unknown', flag.word, `${flag.name} of ${label} is not known`);
      if (flag.value) loosePlaces(flag.value, accessOf(effects), collector);
      else loosePlaces(flag.word, accessOf(effects), collector);
      continue;
    }
    collector.addAll(flag.rule.effects, flag.word, sentenceFor(flag.name, flag.rule.phrase));
    if (flag.value) noteValue(collector, table, flag, flag.value, effects);
  }
}

/** Some patterns are small programs. */
function checkPattern(collector: Collector, { spec }: CompiledSpec, word: Word): void {
  if (spec.patternError === undefined) return;
  if (!word.literal || spec.patternError.test(word.text)) {
    collector.add('unknown', word, 'what the expression reads or does cannot be told');
  }
}

const placesByKind: Readonly<Record<string, PathAccess>> = {
  path: 'read',
  source: 'read',
  out: 'write',
  gone: 'delete',
  dir: 'directory',
};

function noteValue(
  collector: Collector,
  table: CompiledSpec,
  flag: FlagUse,
  value: Word,
  effects: readonly EffectName[],
): void {
  const kind = flag.rule?.kind ?? 'value';
  const access = placesByKind[kind];
  if (access !== undefined) notePlace(collector, value, access);
  else if (kind === 'content') noteContent(collector, value);
  else if (kind === 'pattern') checkPattern(collector, table, value);
  else if (kind !== 'code') loosePlaces(value, accessOf(effects), collector);
}

/** `@FILE`, `name=@FILE` and `name=<FILE` stand for the file's content. */
function noteContent(collector: Collector, word: Word): void {
  if (/^@|=[@<]/.test(word.text))
    collector.add('reads', word, `${word.text.slice(0, 60)} stands for what is in a file`);
  loosePlaces(word, 'read', collector);
}

const accessOf = (effects: readonly EffectName[]): PathAccess => {
  if (effects.includes('deletes')) return 'delete';
  return effects.includes('writes') ? 'write' : 'read';
};

function noteOperands(
  collector: Collector,
  table: CompiledSpec,
  given: readonly Argument[],
  effects: readonly EffectName[],
): void {
  const use = table.spec.operands ?? 'loose';
  const operands = given.filter((item) => item.kind === 'operand');
  const hasPattern = given.some((item) => item.kind === 'flag' && givesPattern(item));
  const isUnknown = effects.includes('runs-other-code') || effects.includes('unknown');
  for (const [index, { word, mayBeFlag }] of operands.entries()) {
    // A star expands to names without a slash, so that no flag among them can lead elsewhere.
    const matters = table.flagsMatter || (table.flagsName && !word.pattern);
    if (mayBeFlag && matters && !isUnknown) {
      collector.add('unknown', word, `${word.text.slice(0, 80)} may turn out to be an option`);
    }
    const access = accessFor(use, { index, count: operands.length, hasPattern, effects });
    if (use === 'pattern' && access === 'none') checkPattern(collector, table, word);
    if (use === 'in-out' && access === 'write') {
      collector.add('writes', word, `${word.text.slice(0, 60)} is written`);
    }
    if (access === 'loose') noteLoosely(collector, word, accessOf(effects));
    else if (access !== 'none' && !(isUnknown && !word.literal)) notePlace(collector, word, access);
  }
}

/** A word that looks like a URL may also be a file name: a folder may be called `aa:`. */
function notePlace(collector: Collector, word: Word, access: PathAccess): void {
  collector.place(word, access);
  if (isOfAnotherMachine(word)) noteOtherMachine(collector, word);
  else if (isAddress(word)) loosePlaces(word, access, collector);
}

function noteLoosely(collector: Collector, word: Word, access: PathAccess): void {
  if (isOfAnotherMachine(word)) noteOtherMachine(collector, word);
  loosePlaces(word, access, collector);
}

const noteOtherMachine = (collector: Collector, word: Word): void =>
  collector.add('network', word, `${word.text.slice(0, 60)} is on another machine`);

export const givesPattern = ({ rule }: FlagUse): boolean =>
  rule?.kind === 'pattern' || rule?.kind === 'source';

interface OperandPosition {
  readonly index: number;
  readonly count: number;
  readonly hasPattern: boolean;
  readonly effects: readonly EffectName[];
}

function accessFor(use: OperandUse, at: OperandPosition): PathAccess | 'loose' | 'none' {
  switch (use) {
    case 'loose':
      return 'loose';
    case 'text':
      return 'none';
    case 'reads':
      return 'read';
    case 'writes':
      return 'write';
    case 'deletes':
      return 'delete';
    case 'pattern':
      return at.index === 0 && !at.hasPattern ? 'none' : 'read';
    case 'copy':
      return at.index === at.count - 1 && at.count > 1 ? 'write' : copySource(at.effects);
    case 'from-to':
      return at.index === 0 ? 'loose' : 'write';
    case 'in-out':
      return at.index === 0 ? 'read' : 'write';
  }
}

/** A moved file no longer exists at its old path. */
const copySource = (effects: readonly EffectName[]): PathAccess =>
  effects.includes('deletes') ? 'delete' : 'read';
