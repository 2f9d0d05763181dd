/**
 * Classifies a shell line: finds every command in it, the folder each would run in, and what the
 * shell itself does.
 */
import { classifyWords, noteVariable } from './classify-words.ts';
import type { Collector, WorkingPlaces } from './collector.ts';
import { loosePlaces } from './loose-paths.ts';
import type {
  CommandList,
  Compound,
  ParsedAssignment,
  ParsedRedirection,
  ParsedWord,
  ShellPart,
  SimpleCommand,
  UnderstoodLine,
} from '../../../shared/commands/parsed-line.ts';
import { programName } from './path-words.ts';
import { programs } from './program-table.ts';
import { holdsCodeInBrackets, wordOfShell, type Word } from './words.ts';

interface LineWalk {
  readonly collector: Collector;
  /** Functions that the line defines: calling one runs what was already classified. */
  readonly functions: Set<string>;
  /** Counts simple commands, for the tokens. */
  next: number;
}

export function classifyLine(line: UnderstoodLine, collector: Collector): void {
  if (line.error) collector.add('unknown', null, 'some of the line could not be understood');
  const functions = new Set<string>();
  collectFunctions(line.body, functions);
  walk(line.body, { collector, functions, next: 0 });
}

/** A function may be called before the part of the line that defines it was classified. */
function collectFunctions(part: ShellPart, into: Set<string>): void {
  if (part.kind === 'compound' && part.form === 'function') into.add(part.name);
  for (const child of childrenOf(part)) collectFunctions(child, into);
}

function childrenOf(part: ShellPart): readonly ShellPart[] {
  switch (part.kind) {
    case 'list':
      return part.items.map((item) => item.part);
    case 'pipeline':
    case 'compound':
      return part.parts;
    case 'command':
    case 'unparsed':
      return [];
  }
}

function walk(part: ShellPart, on: LineWalk): void {
  switch (part.kind) {
    case 'command':
      walkCommand(part, on);
      return;
    case 'pipeline':
      for (const inner of part.parts) apart(inner, on);
      return;
    case 'list':
      walkList(part, on);
      return;
    case 'compound':
      walkCompound(part, on);
      return;
    case 'unparsed':
      on.collector.command = on.next;
      on.collector.add('unknown', null, `not understood: ${part.text.slice(0, 80)}`);
  }
}

/** In a subshell: a `cd` inside ends with it. */
function apart(part: ShellPart, on: LineWalk): void {
  const { places } = on.collector;
  walk(part, on);
  on.collector.places = places;
}

function walkList({ items }: CommandList, on: LineWalk): void {
  const { collector } = on;
  for (const { part, join } of items) {
    const before = collector.places;
    if (join === '&') {
      apart(part, on);
      continue;
    }
    walk(part, on);
    // Only after `&&` is it certain that a `cd` worked.
    if (join !== '&&') collector.places = either(before, collector.places);
  }
}

const maxPaths = 8;

function either(a: WorkingPlaces, b: WorkingPlaces): WorkingPlaces {
  if (a === 'unknown' || b === 'unknown') return 'unknown';
  const all = [...new Set([...a, ...b])];
  return all.length > maxPaths ? 'unknown' : all;
}

function walkCompound(part: Compound, on: LineWalk): void {
  const { collector } = on;
  collector.command = on.next;
  const before = collector.places;
  if (part.form === 'test') noteArithmetic(part, collector);
  for (const word of part.words) {
    walkInner(word, on);
    noteTestWord(part, word, collector);
  }
  for (const redirection of part.redirections) noteRedirection(redirection, on);
  for (const inner of part.parts) {
    walk(inner, on);
    collector.places = either(before, collector.places);
  }
  if (part.form === 'subshell') collector.places = before;
  // A `cd` that is repeated in a loop or function may end anywhere.
  const again = part.form === 'loop' || part.form === 'function';
  if (again && collector.places !== before && !same(before, collector.places))
    collector.places = 'unknown';
}

const same = (a: WorkingPlaces, b: WorkingPlaces): boolean =>
  a !== 'unknown' && b !== 'unknown' && a.length === b.length;

const numeric = /^-(?:eq|ne|lt|le|gt|ge)$/;

/** A variable's value is evaluated, and evaluating `a[$(rm x)]` runs the command. */
const calculates = ({ hazards }: ParsedWord): boolean =>
  hazards.includes('arithmetic') && hazards.includes('variable');

function noteArithmetic(part: Compound, collector: Collector): void {
  const evaluates =
    part.name === '((' || (part.name === '[[' && part.words.some(({ text }) => numeric.test(text)));
  const doubtful = part.words.find(
    (word) => !numeric.test(word.text) && (!word.literal || /[A-Za-z_]/.test(word.text)),
  );
  if (evaluates && doubtful) {
    const word = wordOfShell(doubtful, -1);
    collector.add('unknown', word, 'to calculate with a variable may run code that it holds');
  }
}

function noteTestWord(part: Compound, word: ParsedWord, collector: Collector): void {
  if (part.form !== 'test') return;
  collector.add('reads', null, 'a test looks at files or values');
  const plain = wordOfShell(word, -1);
  if (word.literal && holdsCodeInBrackets(word.text)) {
    collector.add('runs-other-code', plain, 'what is in the brackets is run as code');
  }
  loosePlaces(plain, 'read', collector);
}

function walkCommand(command: SimpleCommand, on: LineWalk): void {
  const { collector } = on;
  for (const word of command.words) walkInner(word, on);
  for (const { value } of command.assignments) walkInner(value, on);
  for (const redirection of command.redirections) noteRedirection(redirection, on);
  collector.command = on.next;
  on.next += 1;
  const words = command.words.map(wordOfShell);
  const [program] = words;
  for (const assignment of command.assignments) noteAssignment(assignment, program, collector);
  if (program === undefined) {
    if (command.assignments.length > 0) collector.add('reads', null, 'a variable is set');
    return;
  }
  collector.movedTo = null;
  if (isFunctionCall(program, on)) {
    collector.add('reads', program, `${program.text} is a function of the line`);
    collector.places = 'unknown';
    return;
  }
  classifyWords(words, collector);
  if (collector.movedTo !== null) collector.places = collector.movedTo;
}

/** A function hides a program of the same name; both interpretations count then. */
function isFunctionCall(program: Word, on: LineWalk): boolean {
  if (!program.literal || !on.functions.has(program.text)) return false;
  return !programs.has(programName(program.text));
}

/** The commands that run to produce a word. */
function walkInner(word: ParsedWord, on: LineWalk): void {
  for (const part of word.inner) apart(part, on);
  if (!calculates(word)) return;
  on.collector.command = on.next;
  const shown = wordOfShell(word, -1);
  on.collector.add('unknown', shown, 'to calculate with a variable may run code that it holds');
}

function noteAssignment(
  { name, value }: ParsedAssignment,
  program: Word | undefined,
  collector: Collector,
): void {
  const word = wordOfShell({ ...value, text: `${name}=${value.text}` }, -1);
  if (/\$\(|`/.test(value.literal ? value.text : '')) {
    collector.add('runs-other-code', word, `${name} is given text that can be run as code`);
  }
  if (program !== undefined) noteVariable(name, word, collector);
  // Alone, it changes only this shell, unless the name is one that programs inherit anyway.
  else if (
    /^(?:PATH|IFS|BASH_ENV|ENV|PS4|PROMPT_COMMAND|LD_.*|DYLD_.*|GIT_.*|NODE_OPTIONS)$/.test(name)
  ) {
    noteVariable(name, word, collector);
  }
}

function noteRedirection({ mode, target }: ParsedRedirection, on: LineWalk): void {
  walkInner(target, on);
  const { collector } = on;
  collector.command = on.next;
  const word = wordOfShell(target, -1);
  if (mode === 'duplicate' || mode === 'here-document' || mode === 'here-string') return;
  if (/^\/dev\/(?:tcp|udp)\//.test(word.prefix)) {
    collector.add('network', word, 'the shell itself connects to another machine');
    return;
  }
  if (mode === 'read') {
    if (!word.literal && target.hazards.every((hazard) => hazard === 'process')) return;
    collector.place(word, 'read');
    return;
  }
  if (word.literal && /^\/dev\/(?:null|stdout|stderr|tty|fd\/[0-9])$/.test(word.text)) return;
  collector.add('writes', word, `output goes to ${word.text.slice(0, 80)}`);
  collector.place(word, 'write');
}
