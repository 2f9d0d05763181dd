/** The button that runs an agent in the sandbox: which terminal is opened, and with what in it. */
import fs from 'node:fs';
import path from 'node:path';
import { expect, it, vi } from 'vitest';
import { SandboxStarts } from '../../src/main/integrations/agent-run/sandbox-starts.ts';
import { scratch } from '../fakes/scratch.ts';

/** Runs what it is told to run, as a terminal would, without a window. */
const terminalScript = '#!/bin/sh\n[ "$1" = -e ] && shift\nexec "$@" < /dev/null > "$OUT" 2>&1\n';
/** Says how it was started, in the place of `gatehouse`. */
const commandScript =
  '#!/bin/sh\necho "$PWD|$*|$GATEHOUSE_DATA_DIR|$NODE_OPTIONS|$PATH"\nexit "${CODE:-0}"\n';

interface Setup {
  readonly terminal?: string | null;
  readonly code?: string;
}

function setUp({ terminal = 'x-terminal-emulator', code = '0' }: Setup = {}) {
  const folder = scratch();
  const program = (name: string, text: string): string => {
    const file = path.join(folder, name);
    fs.mkdirSync(path.dirname(file), { recursive: true });
    fs.writeFileSync(file, text, { mode: 0o755 });
    return file;
  };
  const bin = path.join(folder, 'bin');
  fs.mkdirSync(bin);
  if (terminal !== null) program(`bin/${terminal}`, terminalScript);
  const command = program('own/gate house', commandScript);
  const claude = program('elsewhere/claude', '#!/bin/sh\n');
  const output = path.join(folder, 'output');
  const errors: string[] = [];
  const starts = new SandboxStarts({
    command: { program: command, args: ['cli'], env: { GATEHOUSE_DATA_DIR: "/d'ata" } },
    listCards: () =>
      Promise.resolve([
        { id: 'claude-code', found: claude },
        { id: 'codex', found: path.join(folder, '.codex') },
        { id: 'zed', found: path.join(folder, 'zed') },
      ]),
    env: { PATH: bin, OUT: output, CODE: code, NODE_OPTIONS: '--no', GATEHOUSE_LOG: 'debug' },
    onError: (text) => errors.push(text),
  });
  const printed = (): Promise<string> =>
    vi.waitFor(() => {
      const text = fs.readFileSync(output, 'utf8');
      expect(text).toMatch(/\n/);
      return text;
    });
  return { folder, starts, printed, errors, bin, claude };
}

it('offers the agents whose program was found, not those that left only a folder', async () => {
  const { starts } = setUp();
  const { agents, terminal, command } = await starts.look();
  expect({ agents, terminal }).toEqual({ agents: ['claude'], terminal: 'x-terminal-emulator' });
  expect(command).toContain(String.raw`GATEHOUSE_DATA_DIR='/d'\''ata'`);
});

it("runs gatehouse run in the folder, with its own data folder and the agent's place on the PATH", async () => {
  const { starts, folder, printed, bin, claude } = setUp();
  const project = path.join(folder, "it's a $(touch marker) project");
  fs.mkdirSync(project);
  expect(await starts.open('claude', project)).toEqual({
    kind: 'opened',
    terminal: 'x-terminal-emulator',
  });
  const [cwd, args, dataDir, nodeOptions, search] = (await printed()).trim().split('|');
  expect([cwd, args, dataDir, nodeOptions]).toEqual([project, 'cli run claude', "/d'ata", '']);
  expect(search).toBe(`${bin}:${path.dirname(claude)}`);
  expect(fs.existsSync(path.join(project, 'marker'))).toBe(false);
});

it('keeps the window open after a failure, until the user has read it', async () => {
  const { starts, folder, printed } = setUp({ code: '3' });
  await starts.open('claude', folder);
  await vi.waitFor(async () =>
    expect(await printed()).toContain('Ended with exit code 3. Press Enter to close.'),
  );
});

it.each([
  ['an agent that is not there', 'codex', 'no-program', 'x-terminal-emulator'],
  ['a terminal that is not there', 'claude', 'no-terminal', null],
] as const)('says so: %s', async (_what, agent, why, terminal) => {
  const { starts, folder } = setUp({ terminal });
  expect(await starts.open(agent, folder)).toEqual({ kind: 'refused', why });
});

it('opens nothing for a folder that is none', async () => {
  const { starts, folder } = setUp();
  for (const place of [path.join(folder, 'nowhere'), 'own', path.join(folder, 'bin/xterm')])
    expect(await starts.open('claude', place)).toEqual({ kind: 'refused', why: 'no-folder' });
});

it('reports a terminal that cannot be started', async () => {
  const { starts, folder, bin, errors } = setUp({ terminal: 'xterm' });
  fs.writeFileSync(path.join(bin, 'xterm'), '#!/nowhere/sh\n', { mode: 0o755 });
  expect(await starts.open('claude', folder)).toEqual({ kind: 'refused', why: 'not-started' });
  expect(errors.join()).toContain('xterm did not start');
});
