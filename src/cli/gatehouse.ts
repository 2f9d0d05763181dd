/** The `gatehouse` command: talks to the running app through its management API. */
import '../shared/base/freeze-prototypes.ts';
import { parseArgs } from 'node:util';
import type { CommandOutput, CommandInput, CommandDefinition } from './command.ts';
import { commands } from './commands/commands.ts';
import { helpOf, usage } from './help.ts';
import { hookInProcess } from './hook/print-answer.ts';
import { exitCodes, CliError } from './cli-error.ts';
import { allowColours, print, printError, printJson } from './terminal/output.ts';
import { noPaint, paintFor } from './terminal/paint.ts';
import { version } from './version.ts';

/** Runs one command line; resolves to the exit code once all output is flushed. */
export async function run(argv: readonly string[]): Promise<number> {
  if (argv[0] === 'hook' && !argv.includes('--help')) return hookInProcess(argv.slice(1));
  // What comes after `--` is for another program.
  const own = argv.includes('--') ? argv.slice(0, argv.indexOf('--')) : argv;
  const json = own.includes('--json');
  const outputClosed = untilOutputClosed();
  const running = main(argv, json).catch((error: unknown) => printFailure(error, argv, json));
  const printed = running.then(async (code) => {
    await Promise.all([flushed(process.stdout), flushed(process.stderr)]);
    return code;
  });
  return Promise.race([outputClosed, printed]);
}

/** `gatehouse log -f | head` ends with `head`; a full disk is a one-line error. */
function untilOutputClosed(): Promise<number> {
  return new Promise((resolve) => {
    process.stderr.on('error', () => undefined);
    process.stdout.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EPIPE') return resolve(exitCodes.ok);
      printError(`Could not write the output: ${error.message}`);
      resolve(exitCodes.refused);
    });
  });
}

async function main(argv: readonly string[], json: boolean): Promise<number> {
  const { name, command, rest } = named(argv);
  if (!command) {
    if (name !== 'help') throw new CliError('usage', `Unknown command "${name}".`);
    return help(argv, json);
  }
  const { values, positionals } = read(rest, command);
  if (values['help']) return printText(helpOf(name, command));
  const answer = await command.run(commandInput(values, positionals, json));
  if (answer?.exitCode !== undefined) return answer.exitCode;
  if (answer) emit(answer, json);
  return answer?.isNegative ? exitCodes.refused : exitCodes.ok;
}

function named(argv: readonly string[]) {
  const at = argv.findIndex((arg) => !arg.startsWith('-'));
  const name = at < 0 ? 'help' : (argv[at] ?? 'help');
  const rest = argv.filter((_, index) => index !== at);
  return { name, rest, command: Object.hasOwn(commands, name) ? commands[name] : undefined };
}

function help(argv: readonly string[], json: boolean): number {
  const args = argv.filter((arg) => arg !== 'help');
  const { values, positionals } = read(args, { summary: '', help: '', run: async () => null });
  if (values['version']) return emit({ data: { version }, text: version }, json);
  const [about] = positionals;
  if (about === undefined) return printText(usage);
  const command = Object.hasOwn(commands, about) ? commands[about] : undefined;
  if (!command) throw new CliError('usage', `Unknown command "${about}".`);
  return printText(helpOf(about, command));
}

function commandInput(
  values: CommandInput['values'],
  args: readonly string[],
  json: boolean,
): CommandInput {
  const paint = paintFor(process.stdout.isTTY && !json, process.env);
  allowColours(paint !== noPaint);
  const width = process.stdout.isTTY ? process.stdout.columns : 0;
  return { values, args, json, paint, width, emit: (answer) => emit(answer, json) };
}

function read(args: readonly string[], command: CommandDefinition) {
  try {
    const options = {
      ...command.options,
      json: { type: 'boolean' },
      help: { type: 'boolean', short: 'h' },
      version: { type: 'boolean' },
    } as const;
    return parseArgs({ args: [...args], allowPositionals: true, options });
  } catch (error) {
    throw new CliError('usage', error instanceof Error ? error.message : String(error));
  }
}

function emit(answer: CommandOutput, json: boolean): number {
  if (json) printJson(answer.data);
  else print(answer.text);
  return exitCodes.ok;
}

function printText(text: string): number {
  print(text);
  return exitCodes.ok;
}

function printFailure(error: unknown, argv: readonly string[], json: boolean): number {
  const problem = error instanceof CliError ? error : new CliError('refused', String(error));
  const { kind, message, code } = problem;
  if (json) printJson({ error: { code: code ?? kind, message } });
  else printError(kind === 'usage' ? `${message}\n\n${helpFor(argv)}` : message);
  return exitCodes[kind];
}

/** Help for the given command, or for all commands. */
function helpFor(argv: readonly string[]): string {
  const { name, command } = named(argv);
  return command ? helpOf(name, command) : usage;
}

/** Write errors are reported by `untilOutputClosed`. */
const flushed = (stream: NodeJS.WriteStream): Promise<void> =>
  new Promise((resolve) => {
    stream.write('', (error) => {
      if (!error || stream === process.stderr) resolve();
    });
  });
