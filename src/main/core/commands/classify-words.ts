/**
 * Classifies one command: which program it is, what the table says about it, and what it starts in
 * turn.
 */
import { readArguments } from './arguments.ts';
import { effectsInstead, readByTable, noteFlags } from './by-table.ts';
import type { Collector } from './collector.ts';
import { sentenceFor } from './effect-words.ts';
import { variableRisk } from './environment.ts';
import { loosePlaces } from './loose-paths.ts';
import { isInsideAny, isSystemProgram, placeOf, programName } from './path-words.ts';
import { compiledSpec, effectsOf, type ProgramSpec } from './program-spec.ts';
import { programs } from './program-table.ts';
import { readers } from './readers/readers.ts';
import type { Tools } from './tools.ts';
import { laterWord, type Word } from './words.ts';

/** Limit for a program that starts a program that starts a program … */
const deepest = 8;

export function classifyWords(words: readonly Word[], collector: Collector, depth = 0): void {
  const [program] = words;
  if (program === undefined) return;
  if (depth > deepest) {
    collector.add('unknown', program, 'too many programs start each other');
    return;
  }
  if (!program.literal) {
    collector.add('unknown', program, 'which program runs is only known when it runs');
    return;
  }
  const name = programName(program.text);
  const known = programs.get(name);
  const ofProject = noteProgram(collector, program, name);
  if (known === undefined) {
    const shown = name.slice(0, 60) || 'it';
    if (!ofProject) collector.add('unknown', program, `${shown} is not a program Gatehouse knows`);
    for (const word of words.slice(1)) loosePlaces(word, 'write', collector);
    return;
  }
  classifyKnown({ spec: known, name, words }, collector, depth);
}

interface KnownCommand {
  readonly spec: ProgramSpec;
  readonly name: string;
  readonly words: readonly Word[];
}

function classifyKnown(
  { spec, name, words }: KnownCommand,
  collector: Collector,
  depth: number,
): void {
  const [program] = words;
  if (program === undefined) return;
  if (onlyPrintsInfo(spec, words)) {
    collector.add('reads', words[1] ?? program, `${name} only tells about itself`);
    return;
  }
  const tools: Tools = {
    collector,
    depth,
    run: (inner) => classifyWords(inner, collector, depth + 1),
    byTable: (entry, head, label, rest) => readByTable(collector, entry, head, label, rest),
  };
  const reader = spec.reader && readers[spec.reader];
  if (reader) reader(words, tools, spec);
  else if (spec.wraps) unwrap({ spec, name, words }, tools);
  else readByTable(collector, spec, program, name, words.slice(1));
}

/** A path tells more than a name: whose program it is. True if it belongs to the project. */
function noteProgram(collector: Collector, program: Word, name: string): boolean {
  const byPath = /[/\\]/.test(program.text) || program.tilde;
  collector.program(name, program, !byPath);
  if (!byPath) return false;
  const { roots, home } = collector.context;
  const places = collector.places === 'unknown' ? [] : collector.places;
  const found = places.map((folder) => placeOf(program.text, folder, home));
  const isOwn = (path: string | null): boolean => path !== null && isInsideAny(path, roots);
  const isSystem = (path: string | null): boolean => path !== null && isSystemProgram(path);
  if (found.some(isOwn)) {
    collector.add('runs-other-code', program, `${program.text} is a program of the project itself`);
  }
  const known = found.length > 0 && found.every((path) => isOwn(path) || isSystem(path));
  if (!known) collector.add('unknown', program, `${program.text} may be any program`);
  collector.named(program.text, program, 'run');
  return known && found.every(isOwn);
}

function onlyPrintsInfo(spec: ProgramSpec, words: readonly Word[]): boolean {
  const [, only] = words;
  if (spec.infoFlags === undefined || words.length !== 2 || !only?.literal) return false;
  return ['--version', '--help', ...spec.infoFlags.split(' ')].includes(only.text);
}

function unwrap({ spec, name, words }: KnownCommand, { collector, run }: Tools): void {
  const [program, ...given] = words;
  if (program === undefined) return;
  const table = compiledSpec(spec);
  const how = { flags: table.flags, single: spec.style === 'single', stopAtOperand: true };
  const read = readArguments(given, how);
  noteFlags(collector, table, name, read.arguments, table.effects);
  const instead = effectsInstead(table, read.arguments);
  if (instead !== null) {
    collector.addAll(instead, program, sentenceFor(name, spec.phrase, instead[0]));
    return;
  }
  const rest = afterAssignments(read.rest, spec, collector).slice(spec.wraps?.skip ?? 0);
  const [inner] = rest;
  if (inner === undefined) {
    const effects = spec.bare === undefined ? table.effects : effectsOf(spec.bare);
    collector.addAll(effects, program, sentenceFor(name, spec.phrase, effects[0]));
    return;
  }
  collector.addAll(table.effects, program, sentenceFor(name, spec.phrase, table.effects[0]));
  if (!spec.wraps?.transparent) {
    const shown = inner.text.slice(0, 60);
    collector.add('runs-other-code', program, `${name} starts another program: ${shown}`);
  }
  run(spec.wraps?.later ? [...rest, laterWord(`what ${name} adds`)] : rest);
}

function afterAssignments(
  words: readonly Word[],
  spec: ProgramSpec,
  collector: Collector,
): readonly Word[] {
  if (!spec.wraps?.assignments) return words;
  let at = 0;
  for (const word of words) {
    const name = /^([A-Za-z_][A-Za-z0-9_]*)=/.exec(word.prefix)?.[1];
    if (name === undefined) break;
    noteVariable(name, word, collector);
    at += 1;
  }
  return words.slice(at);
}

/** What a variable before a command can change about it. */
export function noteVariable(name: string, word: Word | null, collector: Collector): void {
  const risk = variableRisk(name);
  if (risk.kind === 'dangerous') {
    collector.add('runs-other-code', word, `${name} is set, and ${risk.reason}`);
  } else if (risk.kind === 'unknown') {
    collector.add('unknown', word, `what ${name} changes is not known`);
  }
}
