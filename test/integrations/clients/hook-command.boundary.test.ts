/** The command line that is installed as a hook, run by the shells that clients use. */
import { execFileSync, spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { shellForm } from '../../../src/main/integrations/clients/catalogue/hooks/hook-command.ts';
import { confirmedStatus } from '../../../src/shared/native/hook-protocol.ts';

const client = 'codex';
const ran = (program: string, args: readonly string[] = [], env = {}, shell = 'sh') => {
  const line = shellForm({ program, args, env }, { client, event: 'preToolUse', isDecision: true });
  const { status, stdout, stderr } = spawnSync(shell, ['-c', line], {
    input: 'the call',
    encoding: 'utf8',
  });
  return { status, stdout, stderr: stderr.trim() };
};
/** Another program in the place of the bridge; the words of the hook are its arguments. */
const bridge = (script: string, shell = 'sh') => ran('/bin/sh', ['-c', script, 'x'], {}, shell);
const noAnswer = 'Gatehouse gave no answer, so this was not run.';
const shells = ['sh', 'dash', 'bash', 'zsh', 'fish'].filter(
  (name) => spawnSync(name, ['-c', 'exit 0']).status === 0,
);

it.each(shells)('%s: passes on what the bridge confirms, and what it got', (shell) => {
  const script = `printf '{"of":"%s %s","input":"%s"}' "$2" "$3" "$(cat)"; exit ${confirmedStatus}`;
  expect(bridge(script, shell)).toEqual({
    status: 0,
    stdout: '{"of":"codex preToolUse","input":"the call"}',
    stderr: '',
  });
  expect(bridge(`exit ${confirmedStatus}`, shell)).toEqual({ status: 0, stdout: '', stderr: '' });
});

it.each(shells)('%s: a no of the bridge keeps its own words', (shell) => {
  const said = { status: 2, stdout: '', stderr: 'not on a Friday' };
  expect(bridge("echo 'not on a Friday' >&2; echo ignored; exit 2", shell)).toEqual(said);
});

it.each([
  ['prints garbage', 'echo maybe'],
  ['prints a yes without confirming it', `echo '{"decision":"allow"}'`],
  ['ends at once without an error', 'exit 0'],
  ['fails without a word', 'exit 1'],
  ['is killed', 'kill -9 $$'],
  ['ends with a status above 127', 'exit 138'],
])('whatever %s in the place of the bridge denies, and none of its output arrives', (_, script) => {
  for (const shell of shells) {
    const { status, stdout, stderr } = bridge(script, shell);
    expect({ status, stdout, says: stderr.endsWith(noAnswer) }).toEqual({
      ...{ status: 2, stdout: '', says: true },
    });
  }
});

it('a missing program denies, and so does one that cannot be started', () => {
  for (const program of ['/nowhere/gatehouse', '/etc/passwd', '/']) {
    const { status, stdout, stderr } = ran(program);
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
    expect(stderr).toContain(noAnswer);
  }
});

it('quotes, spaces and variables arrive as they are', () => {
  const odd = `it's "$HOME" \\ a`;
  const script = `printf '%s|%s' "$1" "$X"; exit ${confirmedStatus}`;
  for (const shell of shells) {
    const { stdout } = ran('/bin/sh', ['-c', script, 'x', odd], { X: odd }, shell);
    expect(stdout).toBe(`${odd}|${odd}`);
  }
});

it('what only reports what has happened prints and ends as the bridge does', () => {
  const said = { program: '/bin/echo', args: ['a b'], env: {} };
  const line = shellForm(said, { client, isDecision: false });
  expect(execFileSync('sh', ['-c', line], { encoding: 'utf8' })).toBe('a b hook codex\n');
});
