/** Actions that run commands and use terminals. */
import { z } from 'zod';
import { actionsOf } from './action-info.ts';
import { count, handle, heldBack, path, text, timeout, truncated } from './fields.ts';
import { shown, within } from './sentence-parts.ts';

const action = actionsOf('terminal_execution');

const maxCommandLength = 128 * 1024;

// The system ends an argument at NUL, so what runs would differ from what is shown.
const argument = z
  .string()
  .max(32 * 1024)
  .refine((item) => !item.includes('\0'), 'must not contain NUL');

const cwd = path.describe('Folder to run in; default: your only one').optional();

const execArgs = z
  .strictObject({
    argv: z
      .array(argument)
      .min(1)
      .max(1000)
      .refine(
        (all) => all.reduce((sum, item) => sum + item.length, 0) <= maxCommandLength,
        'must not be longer than 128 KB in total',
      )
      .refine((all) => all[0] !== '', 'must name a program')
      .optional()
      .describe('Program and arguments; no shell reads them'),
    command_line: argument
      .min(1)
      .optional()
      .describe('Instead of argv: plain commands, joined by |, &&, || or ;'),
    cwd,
    timeout: timeout(60, 600),
    outside_sandbox: z
      .literal(true)
      .optional()
      .describe('Only if it cannot work sandboxed (docker, display, devices); the user is asked'),
  })
  .refine((args) => (args.argv === undefined) !== (args.command_line === undefined), {
    error: 'needs either argv or command_line',
    path: ['argv'],
  });

const terminalId = handle;

export const terminalActions = {
  exec_command: action({
    scope: 'run:commands',
    kind: 'run',
    title: 'Run a command',
    description: 'Run a program without a shell and wait for it. Returns exit code and output.',
    args: execArgs,
    result: z.strictObject({
      exit_code: z.int().nullable().describe('null when a signal ended it'),
      signal: z.string().max(32).nullable(),
      timed_out: z.boolean(),
      stdout: text,
      stderr: text,
      output_bytes: count.describe('Size of the whole output'),
      truncated,
      held_back: heldBack,
      left_out_by_user: z.array(z.string()).optional(),
      hint: text.optional().describe('What to try when it failed'),
    }),
    paths: [{ field: 'cwd', use: 'list' }],
    sentence: ({ argv, command_line: line = '', cwd: folder, outside_sandbox: isOutside }) =>
      `run ${argv ? shownArgv(argv) : shown(line, 240)}${within(folder)}${isOutside ? ', outside the sandbox' : ''}`,
  }),

  open_terminal: action({
    scope: 'exec:terminal',
    kind: 'run',
    title: 'Open a terminal',
    description: 'Start an interactive shell. Returns its terminal_id.',
    args: z.strictObject({
      cwd,
      cols: z.int().min(2).max(1000).default(80),
      rows: z.int().min(1).max(1000).default(24),
    }),
    result: z.strictObject({ terminal_id: handle }),
    paths: [{ field: 'cwd', use: 'list' }],
    sentence: ({ cwd: folder }) => `open a terminal${within(folder)}`,
  }),

  get_output: action({
    scope: 'exec:terminal',
    kind: 'read',
    title: 'Read a terminal',
    description:
      'Read the output of your terminal. Returns data, where to continue, and whether it exited.',
    args: z.strictObject({
      terminal_id: terminalId,
      since: count.optional().describe('`next` of the last result'),
    }),
    result: z.strictObject({
      data: text,
      next: count.describe('Pass this as `since` to continue'),
      exited: z.boolean(),
      exit_code: z.int().nullable(),
      truncated,
    }),
    paths: [],
    sentence: ({ terminal_id: id }) => `read the output of terminal ${shown(id)}`,
  }),

  send_input: action({
    scope: 'exec:terminal',
    kind: 'run',
    title: 'Type into a terminal',
    description: 'Send keys to your terminal; end a line with \\r.',
    args: z.strictObject({
      terminal_id: terminalId,
      data: z
        .string()
        .min(1)
        .max(64 * 1024),
    }),
    result: z.strictObject({ bytes: count }),
    paths: [],
    sentence: ({ terminal_id: id, data }) => `type ${shown(data, 240)} into terminal ${shown(id)}`,
  }),
};

const mostArguments = 12;

function shownArgv(argv: readonly string[]): string {
  const words = argv.slice(0, mostArguments).map((item) => shown(item, 60));
  const more = argv.length - words.length;
  return more > 0 ? `${words.join(' ')} … and ${more} more` : words.join(' ');
}
