/**
 * Determines what a command can do before it runs. Pure: words in, effects out, each with the word
 * that causes it. An effect that cannot be determined is `unknown`: the user is asked, and it can
 * never become a rule.
 */
import { classifyLine } from './classify-line.ts';
import { classifyWords } from './classify-words.ts';
import { Collector } from './collector.ts';
import {
  effectNames,
  type CommandClass,
  type CommandContext,
  type EffectName,
} from './command-class.ts';
import type { ParsedLine } from '../../../shared/commands/parsed-line.ts';
import { wordsOfArgv } from './words.ts';

/** SECURITY.md F3: longer lines are refused, never allowed unread. */
export const maxWords = 1_000;
export const maxCharacters = 64 * 1024;

export function classifyCommand(
  command: readonly string[] | ParsedLine,
  context: CommandContext,
): CommandClass {
  const collector = new Collector(context);
  if (context.cwd !== null) collector.named(context.cwd, null, 'directory');
  if (isArgv(command)) classifyArgv(command, collector);
  else if (command.kind === 'too-complex') {
    collector.add('unknown', null, command.sentence);
    collector.refuse('too-complex', null, command.sentence);
  } else classifyLine(command, collector);
  if (collector.findings.length === 0) {
    collector.add('unknown', null, 'what it does cannot be told');
  }
  return classOf(collector);
}

const isArgv = (command: readonly string[] | ParsedLine): command is readonly string[] =>
  Array.isArray(command);

function classifyArgv(argv: readonly string[], collector: Collector): void {
  const error = errorWith(argv);
  if (error !== null) {
    collector.add('unknown', null, error.sentence);
    collector.refuse(error.rule, null, error.sentence);
    return;
  }
  classifyWords(wordsOfArgv(argv), collector);
}

function errorWith(
  argv: readonly string[],
): { readonly rule: 'too-complex' | 'bad-text'; readonly sentence: string } | null {
  if (argv.length > maxWords) {
    return { rule: 'too-complex', sentence: `It has ${argv.length} words; ${maxWords} are read.` };
  }
  const characters = argv.reduce((sum, word) => sum + word.length, 0);
  if (characters > maxCharacters) {
    const sentence = `It has ${characters} characters; ${maxCharacters} are read.`;
    return { rule: 'too-complex', sentence };
  }
  if (argv.length === 0 || argv[0] === '') {
    return { rule: 'bad-text', sentence: 'It names no program.' };
  }
  if (argv.some((word) => word.includes('\0'))) {
    return { rule: 'bad-text', sentence: 'It holds a NUL character.' };
  }
  return null;
}

const neverKept: Partial<Record<EffectName, string>> = {
  unknown: 'Not all of it is known.',
  privilege: 'It acts on the system or on secrets.',
  'runs-other-code': 'It runs other code.',
  deletes: 'It deletes or discards something.',
};

function classOf(collector: Collector): CommandClass {
  const found = new Set(collector.findings.map(({ effect }) => effect));
  const effects = effectNames.filter((name) => found.has(name));
  const unverified = collector.programs.some(({ verified }) => !verified);
  const places = [...collector.paths, ...collector.directories];
  const reason =
    collector.refusals[0]?.sentence ??
    effects
      .toReversed()
      .map((name) => neverKept[name])
      .find((why) => why !== undefined) ??
    (unverified ? 'The program is given by its path.' : '');
  return {
    effects,
    findings: collector.findings,
    quiet:
      effects.every((name) => name === 'reads') &&
      effects.length > 0 &&
      places.every(({ inside }) => inside) &&
      !unverified &&
      collector.refusals.length === 0,
    rememberable: reason === '' && effects.length > 0,
    whyNotRememberable: reason,
    directories: collector.directories,
    paths: collector.paths,
    programs: collector.programs,
    refusals: collector.refusals,
  };
}

/** A line that is one plain command can be run as argv, without a shell. */
export function argvOfLine(line: ParsedLine): readonly string[] | null {
  if (line.kind !== 'line' || line.error || line.body.kind !== 'command') return null;
  const { words, assignments, redirections } = line.body;
  if (assignments.length > 0 || redirections.length > 0 || words.length === 0) return null;
  return words.every((word) => word.literal) ? words.map((word) => word.text) : null;
}
