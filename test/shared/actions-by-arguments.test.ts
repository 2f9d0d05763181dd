/** What depends on the arguments of a call: its kind, its rights, its paths, its size, its sentence. */
import { describe, expect, test } from 'vitest';
import {
  actionInfo,
  editBytesOf,
  kindOf,
  pathsIn,
  scopesNeeded,
  sentenceOf,
  withPaths,
  type ActionName,
} from '../../src/shared/actions/actions.ts';
import { leastArgs, type Args } from './catalogue-samples.ts';

const called = (name: ActionName, more: Args): Args =>
  actionInfo(name).args.parse({ ...leastArgs[name], ...more });
const accepts = (name: ActionName, args: Args): boolean =>
  actionInfo(name).args.safeParse(args).success;

describe('the kind of a call', () => {
  test.each<[ActionName, Args, string]>([
    ['open_file', {}, 'read'],
    ['create_file', {}, 'write'],
    ['delete_file', {}, 'destroy'],
    ['rename_file', {}, 'write'],
    ['rename_file', { overwrite: true }, 'destroy'],
    ['close_buffer', {}, 'read'],
    ['close_buffer', { save: true }, 'write'],
    ['close_buffer', { save: false }, 'destroy'],
    ['git_branch', { op: 'list' }, 'read'],
    ['git_branch', { op: 'create', name: 'b' }, 'write'],
    ['git_branch', { op: 'switch', name: 'b' }, 'write'],
    ['git_branch', { op: 'delete', name: 'b' }, 'destroy'],
    ['manage_plugins', { op: 'list' }, 'read'],
    ['manage_plugins', { op: 'install', plugin: 'a.b' }, 'destroy'],
    ['get_output', {}, 'read'],
    ['send_input', {}, 'run'],
    ['exec_command', {}, 'run'],
  ])('%s %j is %s', (name, more, kind) => {
    expect(kindOf(name, called(name, more))).toBe(kind);
  });
});

describe('the rights of a call', () => {
  test.each<[ActionName, Args, readonly string[]]>([
    ['edit_buffer', {}, ['edit:buffers']],
    ['edit_buffer', { save: true }, ['edit:buffers', 'write:files']],
    ['close_buffer', { save: false }, ['manage:tabs']],
    ['close_buffer', { save: true }, ['manage:tabs', 'write:files']],
    ['create_file', {}, ['create:files']],
    ['create_file', { overwrite: true }, ['create:files', 'write:files']],
    ['run_tests', {}, ['test:code']],
  ])('%s %j needs %j', (name, more, scopes) => {
    expect(scopesNeeded(name, called(name, more))).toEqual(scopes);
  });
});

describe('the bytes an edit carries', () => {
  test.each<[ActionName, Args, number]>([
    ['create_file', { content: 'añ😀' }, 7],
    ['edit_buffer', { content: '12345' }, 5],
    ['replace_text', { replacement: 'ab' }, 2],
    ['open_file', {}, 0],
    ['delete_file', {}, 0],
  ])('of %s %j are %i', (name, more, bytes) => {
    expect(editBytesOf(name, called(name, more))).toBe(bytes);
  });

  test('of many edits are those of all of them, the old text not counted', () => {
    const edits = [
      { old_text: 'a long old text', new_text: 'é' },
      { old_text: 'b', new_text: 'xyz' },
    ];
    const args = actionInfo('edit_buffer').args.parse({ path: '/w/a', base_version: 'v', edits });
    expect(editBytesOf('edit_buffer', args)).toBe(5);
  });
});

describe('the paths of a call', () => {
  test.each<[ActionName, Args, readonly string[]]>([
    ['open_file', {}, ['read /w/src/a.ts']],
    ['create_file', { overwrite: true }, ['create /w/src/a.ts']],
    ['rename_file', {}, ['delete /w/src/a.ts', 'create /w/b.ts']],
    ['search_files', {}, []],
    ['search_files', { root: '/w' }, ['list /w']],
    ['git_add', { paths: ['/w/a', '/w/b'], root: '/w' }, ['read /w/a', 'read /w/b', 'list /w']],
    ['replace_text', { paths: ['/w/a', '/w/b'] }, ['write /w/a', 'write /w/b']],
    ['exec_command', { cwd: '/w' }, ['list /w']],
    ['close_buffer', {}, ['read /w/src/a.ts']],
    ['close_buffer', { save: true }, ['write /w/src/a.ts']],
    ['get_buffers', {}, []],
  ])('%s %j are %j', (name, more, paths) => {
    const received = pathsIn(name, called(name, more));
    expect(received.map(({ use, path }) => `${use} ${path}`)).toEqual(paths);
  });

  test('a deleted file can still be staged and compared', () => {
    expect(pathsIn('git_add', called('git_add', {}))[0]?.mayBeAbsent).toBe(true);
    expect(pathsIn('git_diff', { paths: ['/w/a'] })[0]?.mayBeAbsent).toBe(true);
    expect(pathsIn('open_file', called('open_file', {}))[0]?.mayBeAbsent).toBe(false);
  });

  test('are put back in their places, and nothing else is touched', () => {
    const args = called('git_diff', { paths: ['/w/a', '/w/b'], root: '/w', staged: true });
    expect(withPaths('git_diff', args, ['/real/a', '/real/b', '/real'])).toEqual({
      ...args,
      paths: ['/real/a', '/real/b'],
      root: '/real',
    });
    expect(args['root']).toBe('/w');
  });

  test('that were left out stay left out', () => {
    const args = called('git_diff', {});
    expect(withPaths('git_diff', args, [])).toEqual(args);
    const moved = withPaths('rename_file', called('rename_file', {}), ['/r/a', '/r/b']);
    expect(moved).toEqual({ path: '/r/a', new_path: '/r/b', overwrite: false });
  });
});

describe('the sentence of a call', () => {
  test.each<[ActionName, Args, string]>([
    ['open_file', {}, 'open /w/src/a.ts'],
    ['delete_file', { path: 'build', recursive: true }, 'delete folder build and everything in it'],
    ['run_tests', { filter: 'login' }, 'run the tests matching login'],
    ['exec_command', { argv: ['git', 'log', 'a b', ''] }, 'run git log “a b” “”'],
    ['edit_buffer', { save: true }, 'replace the whole text of /w/src/a.ts and save it'],
    [
      'git_add',
      { paths: ['a', 'b', 'c', 'd', 'e'] },
      'stage a, b, c and 2 more for the next commit',
    ],
    ['git_add', { paths: ['a', 'b'] }, 'stage a and b for the next commit'],
    ['git_branch', { op: 'delete', name: 'old' }, 'delete branch old'],
    ['open_file', { path: 'a”, then “b' }, 'open “a⟨U+201D⟩, then ⟨U+201C⟩b”'],
    ['open_file', { path: 'a\u202Eb' }, 'open a⟨U+202E⟩b'],
  ])('%s %j is "%s"', (name, more, sentence) => {
    expect(sentenceOf(name, called(name, more))).toBe(sentence);
  });

  test('a long path keeps its end, and no character is cut in half', () => {
    const reported = sentenceOf('open_file', { path: `/${'😀'.repeat(1000)}/secrets.env` });
    expect(reported).toMatch(/^open \/😀+…😀+\/secrets\.env$/u);
    expect(reported.length).toBeLessThan(140);
  });
});

describe('arguments that do not go together', () => {
  const edit = { path: '/w/a', base_version: 'v' };
  const span = { start: { line: 1, character: 0 }, end: { line: 1, character: 1 } };

  test.each<[ActionName, Args]>([
    ['edit_buffer', edit],
    ['edit_buffer', { ...edit, content: '', edits: [{ old_text: 'a', new_text: '' }] }],
    ['edit_buffer', { ...edit, edits: [] }],
    ['edit_buffer', { ...edit, edits: [{ new_text: '' }] }],
    ['edit_buffer', { ...edit, edits: [{ range: span, old_text: 'a', new_text: '' }] }],
    ['edit_buffer', { path: '/w/a', content: '' }],
    ['edit_buffer', { path: '/w/a', edits: [{ range: span, new_text: '' }] }],
    ['exec_command', {}],
    ['exec_command', { argv: ['ls'], command_line: 'ls' }],
    ['exec_command', { argv: [] }],
    ['exec_command', { argv: [''] }],
    ['exec_command', { argv: ['ls', 'a\0b'] }],
    ['exec_command', { argv: Array.from({ length: 10_000 }, () => 'a') }],
    ['exec_command', { argv: Array.from({ length: 64 }, () => 'a'.repeat(32_000)) }],
    ['exec_command', { command_line: 'ls \0' }],
    ['replace_text', { text: 'a', replacement: 'b' }],
    ['replace_text', { paths: ['/w/a'], globs: ['*'], text: 'a', replacement: 'b' }],
    ['git_branch', { op: 'create' }],
    ['git_branch', { op: 'delete' }],
    ['git_branch', { op: 'create', name: '-D' }],
    ['git_branch', { op: 'create', name: 'a b' }],
    ['git_diff', { ref: '--output=/etc/passwd' }],
    ['git_commit', { message: '--amend' }],
    ['run_tests', { filter: '--config=/tmp/x' }],
    ['build_project', { task: '-f' }],
    ['manage_plugins', { op: 'install' }],
    ['manage_plugins', { op: 'install', plugin: '../x' }],
    ['search_files', { glob: '../**' }],
    ['search_files', { glob: 'a/../../b' }],
    ['search_files', { glob: '/etc/*' }],
    ['search_files', { glob: 'C:\\*' }],
    ['search_files', { glob: '~/.ssh/*' }],
    ['find_in_project', { text: 'a', globs: ['..'] }],
    ['get_completions', { path: '/w/a', position: { line: 0, character: 0 } }],
    ['get_completions', { path: '/w/a', position: { line: 1, character: -1 } }],
  ])('%s does not take %j', (name, args) => {
    expect(accepts(name, args)).toBe(false);
  });

  test.each<[ActionName, Args]>([
    ['edit_buffer', { ...edit, edits: [{ range: span, new_text: '' }] }],
    ['exec_command', { command_line: 'npm test' }],
    ['replace_text', { globs: ['src/**/*.{ts,tsx}', '..a'], text: 'a', replacement: '' }],
    ['git_diff', { ref: 'HEAD~2..feature/x' }],
    ['git_commit', { message: 'Fix\n\n- one' }],
    ['run_tests', { filter: 'logs in - slowly' }],
  ])('%s takes %j', (name, args) => {
    expect(accepts(name, args)).toBe(true);
  });

  test('the problem is named at the field', () => {
    const problem = actionInfo('exec_command').args.safeParse({}).error?.issues[0];
    expect(problem?.path).toEqual(['argv']);
    expect(problem?.message).toBe('needs either argv or command_line');
  });
});
