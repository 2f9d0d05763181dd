import { spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { RunningPrograms } from '../../src/main/platform/programs/running-programs.ts';
import type { Task } from '../../src/workbench/action-handler.ts';
import { openAllHandlers } from '../../src/workbench/handlers.ts';
import { codeOf, doneBy, openHandlers } from './workbench-fixture.ts';

const env = { PATH: process.env['PATH'] ?? '', HOME: '/nowhere', LANG: 'C.UTF-8' };

const start = (argv: readonly string[], cwd: string | null = null): NonNullable<Task['start']> => ({
  argv: [...argv],
  program: argv[0] ?? '',
  cwd,
  env,
});

function withShell() {
  const opened = openHandlers(openAllHandlers);
  const { handlers, task } = opened;
  const run = async (argv: readonly string[], own: { timeout?: number } & Partial<Task> = {}) => {
    const { timeout = 10, ...more } = own;
    const args = { argv: [...argv], timeout };
    return handlers.exec_command?.(args, task({ start: start(argv), ...more }));
  };
  return { ...opened, run };
}

const node = process.execPath;
const nodeEnv = { ...env, ELECTRON_RUN_AS_NODE: '1' };
const nodeScript = (script: string): Partial<Task> => ({
  start: { ...start([node, '-e', script]), env: nodeEnv },
});

const alive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

describe('exec_command', () => {
  test('runs the resolved program in the folder, with exit code, both outputs and events', async () => {
    const { run, folder, emitted } = withShell();
    const outcome = await run(['/bin/sh', '-c', 'pwd; echo oops >&2; exit 3']);
    expect(doneBy('exec_command', outcome).data).toEqual({
      exit_code: 3,
      signal: null,
      timed_out: false,
      stdout: `${folder}\n`,
      stderr: 'oops\n',
      output_bytes: folder.length + 6,
      truncated: false,
    });
    expect(emitted.map((one) => one.name)).toEqual([
      'process_started',
      'output_received',
      'process_ended',
      'command_executed',
    ]);
    expect(emitted.every((one) => one.session === 's1')).toBe(true);
  });

  test('F1 shell syntax in an argument is passed on literally', async () => {
    const { run } = withShell();
    const odd = [';', '&&', '|', '`id`', '$(id)', '\n', '\r', '*', '{a,b}', '~', '$IFS', '<<X'];
    const outcome = await run(['/usr/bin/printf', '%s\\0', ...odd]);
    expect(String(doneBy('exec_command', outcome).data['stdout']).split('\0').slice(0, -1)).toEqual(
      odd,
    );
  });

  test('F10 it gets the resolved environment and nothing else', async () => {
    const { run } = withShell();
    const outcome = await run(['/usr/bin/env']);
    const lines = String(doneBy('exec_command', outcome).data['stdout']).trim().split('\n');
    expect(lines.map((line) => line.split('=')[0] ?? '').toSorted()).toEqual([
      'HOME',
      'LANG',
      'PATH',
      'PWD',
    ]);
  });

  test('F13 what forks, ignores SIGTERM and outlives its time is ended with its group', async () => {
    const { run, folder } = withShell();
    const pidFile = path.join(folder, 'pid');
    const script = `trap '' TERM; (trap '' TERM; echo $$ > ${pidFile}.own; while :; do sleep 1; done) & echo $! > ${pidFile}; while :; do sleep 1; done`;
    const outcome = await run(['/bin/sh', '-c', script], { timeout: 1 });
    const { data } = doneBy('exec_command', outcome);
    expect(data).toMatchObject({ timed_out: true, exit_code: null, signal: 'SIGKILL' });
    const pid = Number(fs.readFileSync(pidFile, 'utf8'));
    await expect.poll(() => alive(pid)).toBe(false);
  });

  test('F13 a flood of output is capped, with its true size', async () => {
    const { run } = withShell();
    const bytes = 200 * 1024 * 1024;
    const outcome = await run(['/usr/bin/head', '-c', `${bytes}`, '/dev/zero'], {
      resultBytes: 30_000,
    });
    const { data } = doneBy('exec_command', outcome);
    expect(data).toMatchObject({ output_bytes: bytes, truncated: true });
    expect(String(data['stdout']).length).toBe(10_000);
  });

  test('what it leaves behind in the background does not hold it up', async () => {
    const { run } = withShell();
    const outcome = await run(['/bin/sh', '-c', 'sleep 600 & echo done']);
    expect(doneBy('exec_command', outcome).data).toMatchObject({ exit_code: 0, stdout: 'done\n' });
  });

  test('is ended when nobody waits for it', async () => {
    const { run, folder } = withShell();
    const gone = new AbortController();
    const running = run(['/bin/sh', '-c', `echo $$ > ${folder}/pid; sleep 60`], {
      signal: gone.signal,
    });
    await expect.poll(() => fs.existsSync(path.join(folder, 'pid'))).toBe(true);
    gone.abort();
    expect(doneBy('exec_command', await running).data).toMatchObject({ exit_code: null });
  });

  test('bytes that are not text, a missing program, and no resolved program', async () => {
    const { run, handlers, task } = withShell();
    const odd = await run(['x'], nodeScript('process.stdout.write(Buffer.from([0xff, 0x41]))'));
    expect(doneBy('exec_command', odd).data['stdout']).toBe('\uFFFDA');
    expect(codeOf(await run(['/no/such/program']))).toBe('program-missing');
    const notResolved = handlers.exec_command?.({ argv: ['ls'], timeout: 1 }, task());
    expect(codeOf(await notResolved)).toBe('action-failed');
  });

  test('F4 not in a folder that is not granted', async () => {
    const { handlers, task } = withShell();
    const outcome = handlers.exec_command?.(
      { argv: ['ls'], timeout: 1 },
      task({ start: start(['/bin/ls'], '/etc') }),
    );
    expect(codeOf(await outcome)).toBe('outside-roots');
  });
});

describe('terminals', () => {
  async function withTerminal() {
    const opened = withShell();
    const { handlers, task } = opened;
    const outcome = await handlers.open_terminal?.(
      { cols: 80, rows: 24 },
      task({ start: start(['/bin/sh']) }),
    );
    const id = String(doneBy('open_terminal', outcome).data['terminal_id']);
    const type = async (data: string) => handlers.send_input?.({ terminal_id: id, data }, task());
    const read = async (since?: number) => {
      const args = { terminal_id: id, ...(since === undefined ? {} : { since }) };
      return doneBy('get_output', await handlers.get_output?.(args, task())).data;
    };
    const seen = async (): Promise<string> => String((await read())['data']);
    return { ...opened, id, type, read, seen };
  }

  test('is a real terminal of the given size, in the folder', async () => {
    const { type, seen, folder } = await withTerminal();
    await type('stty size; tty; pwd\r');
    await expect.poll(seen).toContain('24 80');
    await expect.poll(seen).toContain('/dev/pts/');
    await expect.poll(seen).toContain(folder);
  });

  test('is read piece by piece, with its output and how it ended', async () => {
    const { type, read, seen, emitted, id } = await withTerminal();
    await type("echo o''ne\r");
    await expect.poll(seen).toContain('one');
    const { next } = await read();
    await type('exit 5\r');
    await expect.poll(async () => (await read())['exited']).toBe(true);
    const rest = await read(Number(next));
    expect(rest).toMatchObject({ exit_code: 5, truncated: false });
    expect(String(rest['data'])).not.toContain('one');
    await expect.poll(() => emitted.map((one) => one.name)).toContain('process_ended');
    expect(emitted.find((one) => one.name === 'output_received')).toMatchObject({
      terminal_id: id,
    });
    expect(codeOf(await type('x'))).toBe('terminal-ended');
  });

  test('belongs to its session, and ends with it', async () => {
    const { handlers, task, id, type, seen, remaining } = await withTerminal();
    await type('echo pid $$\r');
    await expect.poll(seen).toMatch(/pid \d+/);
    const pid = Number(/pid (\d+)/.exec(await seen())?.[1]);
    const others = handlers.get_output?.({ terminal_id: id }, task({ sessionId: 's2' }));
    expect(codeOf(await others)).toBe('no-terminal');
    expect(alive(pid)).toBe(true);
    await remaining.endSession?.('s1');
    await expect.poll(() => alive(pid)).toBe(false);
    expect(codeOf(await type('x'))).toBe('no-terminal');
  });

  test('there are not too many of them', async () => {
    const { handlers, task } = await withTerminal();
    const open = async () =>
      codeOf(
        await handlers.open_terminal?.({ cols: 80, rows: 24 }, task({ start: start(['/bin/sh']) })),
      );
    const codes: string[] = [];
    for (let n = 0; n < 8; n += 1) codes.push(await open());
    expect(codes.at(-1)).toBe('too-many-at-once');
  });
});

test('a terminal lost in a crash is reported as ended to its session only', async () => {
  const { context, handlers, task, emitted } = withShell();
  const shell = task({ start: start(['/bin/sh']) });
  const opened = await handlers.open_terminal?.({ cols: 80, rows: 24 }, shell);
  const terminal_id = String(doneBy('open_terminal', opened).data['terminal_id']);
  // The one that crashed never got to tidy up.
  const next = openAllHandlers(context);
  onTestFinished(async () => next.dispose());
  next.connected();
  expect(emitted.at(-1)).toMatchObject({
    ...{ name: 'process_ended', session: 's1' },
    ...{ terminal_id, exit_code: null, lost: true },
  });
  const read = await next.handlers.get_output?.({ terminal_id, since: 7 }, task());
  expect(doneBy('get_output', read).data).toMatchObject({
    data: expect.stringContaining('stopped unexpectedly'),
    ...{ exited: true, exit_code: null, next: 7, truncated: true },
  });
  expect(codeOf(await next.handlers.send_input?.({ terminal_id, data: 'x' }, task()))).toBe(
    'terminal-ended',
  );
  const other = task({ sessionId: 's2' });
  expect(codeOf(await next.handlers.get_output?.({ terminal_id }, other))).toBe('no-terminal');
});

test('terminals that ended in order are no loss', async () => {
  const { context, handlers, remaining, task, emitted } = withShell();
  const shell = task({ start: start(['/bin/sh']) });
  doneBy('open_terminal', await handlers.open_terminal?.({ cols: 80, rows: 24 }, shell));
  await remaining.dispose();
  const next = openAllHandlers(context);
  onTestFinished(async () => next.dispose());
  const before = emitted.length;
  next.connected();
  expect(emitted).toHaveLength(before);
});

test('programs that a crash left behind are ended, but no other that has their number', async () => {
  const { context } = withShell();
  const programs = [1, 2].map(() => spawn('sleep', ['30'], { detached: true, stdio: 'ignore' }));
  const [left = 0, other = 0] = programs.map(({ pid }) => pid);
  onTestFinished(() => void programs.map((one) => one.kill('SIGKILL')));
  const record = new RunningPrograms(context.stateFolder);
  record.keep(left);
  record.keep(other);
  fs.writeFileSync(path.join(context.stateFolder, 'running', String(other)), '1');
  const next = openAllHandlers(context);
  onTestFinished(async () => next.dispose());
  await expect.poll(() => programs.map((one) => one.signalCode)).toEqual(['SIGKILL', null]);
  expect(fs.readdirSync(path.join(context.stateFolder, 'running'))).toEqual([]);
});

test('a program that ended is forgotten', async () => {
  const { context, run } = withShell();
  doneBy('exec_command', await run(['/bin/true']));
  expect(fs.readdirSync(path.join(context.stateFolder, 'running'))).toEqual([]);
});
