/** The `gatehouse` command: talks to the running app through its management door. */
import { parseArgs } from 'node:util';
import { commands, usage } from './commands.ts';
import { exitCodes, Problem } from './problem.ts';

async function main(argv: readonly string[]): Promise<number> {
  const { values, positionals } = read(argv);
  const json = values.json ?? false;
  const [name = 'help', ...rest] = positionals;
  if (values.help || name === 'help') return say(usage, exitCodes.ok);
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!command) throw new Problem('usage', `There is no command "${name}".\n\n${usage}`);
  const answer = await command(rest);
  const code = answer.no ? exitCodes.refused : exitCodes.ok;
  return say(json ? JSON.stringify(answer.data) : answer.text, code);
}

/** Runs one command line; the code to end with, once everything said has been taken. */
export async function run(argv: readonly string[]): Promise<number> {
  const code = await main(argv).catch((error: unknown) => complain(error, argv.includes('--json')));
  await Promise.all([flushed(process.stdout), flushed(process.stderr)]);
  return code;
}

const flushed = (stream: NodeJS.WriteStream): Promise<void> =>
  new Promise((resolve) => stream.write('', () => resolve()));

function read(argv: readonly string[]) {
  try {
    return parseArgs({
      args: [...argv],
      allowPositionals: true,
      options: { json: { type: 'boolean' }, help: { type: 'boolean', short: 'h' } },
    });
  } catch (error) {
    throw new Problem(
      'usage',
      `${error instanceof Error ? error.message : String(error)}\n\n${usage}`,
    );
  }
}

function say(text: string, code: number): number {
  process.stdout.write(`${text}\n`);
  return code;
}

function complain(error: unknown, json: boolean): number {
  const problem = error instanceof Problem ? error : new Problem('refused', String(error));
  if (json)
    process.stdout.write(
      `${JSON.stringify({ error: { code: problem.kind, message: problem.message } })}\n`,
    );
  else process.stderr.write(`${problem.message}\n`);
  return exitCodes[problem.kind];
}
