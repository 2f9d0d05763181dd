/** The `gatehouse` command: talks to the running app through its management door. */
import { parseArgs } from 'node:util';
import type { Answer, Asked, Command } from './command.ts';
import { commands } from './commands/commands.ts';
import { helpOf, usage } from './help.ts';
import { exitCodes, Problem } from './problem.ts';
import { paintFor } from './terminal/paint.ts';
import { version } from './version.ts';

/** Runs one command line; the code to end with, once everything said has been taken. */
export async function run(argv: readonly string[]): Promise<number> {
  const json = argv.includes('--json');
  const unheard = nobodyListens();
  const running = main(argv, json).catch((error: unknown) => complain(error, argv, json));
  const taken = running.then(async (code) => {
    await Promise.all([flushed(process.stdout), flushed(process.stderr)]);
    return code;
  });
  return Promise.race([unheard, taken]);
}

/** `gatehouse log -f | head` ends with `head`; a disk that is full is a failure, in one line. */
function nobodyListens(): Promise<number> {
  return new Promise((resolve) => {
    process.stderr.on('error', () => undefined);
    process.stdout.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EPIPE') return resolve(exitCodes.ok);
      process.stderr.write(`The answer could not be written: ${error.message}\n`);
      resolve(exitCodes.refused);
    });
  });
}

async function main(argv: readonly string[], json: boolean): Promise<number> {
  const { name, command, rest } = named(argv);
  if (!command) {
    if (name !== 'help') throw new Problem('usage', `There is no command "${name}".`);
    return help(argv, json);
  }
  const { values, positionals } = read(rest, command);
  if (values['help']) return say(helpOf(name, command));
  const answer = await command.run(asked(values, positionals, json));
  if (answer) emit(answer, json);
  return answer?.no ? exitCodes.refused : exitCodes.ok;
}

function named(argv: readonly string[]) {
  const at = argv.findIndex((word) => !word.startsWith('-'));
  const name = at < 0 ? 'help' : (argv[at] ?? 'help');
  const rest = argv.filter((_, index) => index !== at);
  return { name, rest, command: Object.hasOwn(commands, name) ? commands[name] : undefined };
}

function help(argv: readonly string[], json: boolean): number {
  const words = argv.filter((word) => word !== 'help');
  const { values, positionals } = read(words, { summary: '', help: '', run: async () => null });
  if (values['version']) return emit({ data: { version }, text: version }, json);
  const [about] = positionals;
  if (about === undefined) return say(usage);
  const command = Object.hasOwn(commands, about) ? commands[about] : undefined;
  if (!command) throw new Problem('usage', `There is no command "${about}".`);
  return say(helpOf(about, command));
}

function asked(values: Asked['values'], words: readonly string[], json: boolean): Asked {
  const paint = paintFor(process.stdout.isTTY && !json, process.env);
  const width = process.stdout.isTTY ? process.stdout.columns : 0;
  return { values, words, json, paint, width, emit: (answer) => emit(answer, json) };
}

function read(args: readonly string[], command: Command) {
  try {
    const options = {
      ...command.options,
      json: { type: 'boolean' },
      help: { type: 'boolean', short: 'h' },
      version: { type: 'boolean' },
    } as const;
    return parseArgs({ args: [...args], allowPositionals: true, options });
  } catch (error) {
    throw new Problem('usage', error instanceof Error ? error.message : String(error));
  }
}

const emit = (answer: Answer, json: boolean): number =>
  say(json ? JSON.stringify(answer.data) : answer.text);

function say(text: string): number {
  process.stdout.write(`${text}\n`);
  return exitCodes.ok;
}

function complain(error: unknown, argv: readonly string[], json: boolean): number {
  const problem = error instanceof Problem ? error : new Problem('refused', String(error));
  const { kind, message, code } = problem;
  const told = { code: code ?? kind, message };
  if (json) process.stdout.write(`${JSON.stringify({ error: told })}\n`);
  else process.stderr.write(kind === 'usage' ? `${message}\n\n${helpFor(argv)}\n` : `${message}\n`);
  return exitCodes[kind];
}

/** Of the command that was meant; of all where none was. */
function helpFor(argv: readonly string[]): string {
  const { name, command } = named(argv);
  return command ? helpOf(name, command) : usage;
}

/** What stdout could not take, `nobodyListens` tells. */
const flushed = (stream: NodeJS.WriteStream): Promise<void> =>
  new Promise((resolve) => {
    stream.write('', (error) => {
      if (!error || stream === process.stderr) resolve();
    });
  });
