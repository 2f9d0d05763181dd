import { actionPhrase } from '../../src/shared/actions/action-phrases.ts';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { actions, isAction, type ActionName } from '../../src/shared/actions/actions.ts';
import { isScope } from '../../src/shared/access/scopes.ts';

const names = Object.keys(actions) as ActionName[];

/** Scope and kind of every action; where the kind depends on the arguments, the gravest. */
const ofTheProtocol = `
  open_file read:files read · create_file create:files write · delete_file delete:files destroy ·
  rename_file rename:files destroy · search_files search:files read · watch_file watch:changes read ·
  get_buffers read:buffers read · edit_buffer edit:buffers write · switch_buffer manage:buffers read ·
  split_pane split:panes read · close_buffer manage:tabs destroy ·
  analyze_syntax analyze:syntax read · get_errors detect:errors read ·
  get_completions suggest:completion read · format_code format:code write ·
  goto_definition navigate:symbols read · explore_tree explore:project read ·
  build_project build:project run · run_tests test:code run · get_workspace_info explore:project read ·
  exec_command run:commands run · open_terminal exec:terminal run · get_output exec:terminal read ·
  send_input exec:terminal run · git_status git:status read · git_add git:commit write ·
  git_commit git:commit write · git_diff view:diffs read · git_branch git:branch destroy ·
  find_in_file search:content read · find_in_project search:project read ·
  replace_text replace:text write · regex_search regex:operations read ·
  get_cursor_pos sync:cursor read · set_cursor_pos sync:cursor read ·
  get_selection sync:selection read · sync_viewport sync:viewport read ·
  get_code_lens code:lens read · apply_quick_fix quick:fixes write ·
  refactor_symbol refactor:code write · manage_plugins manage:plugins destroy`;

describe('the catalogue of actions', () => {
  test('gives every action the scope and the kind of the protocol', () => {
    const received = names.map((name) => `${name} ${actions[name].scope} ${actions[name].kind}`);
    expect(received).toEqual(ofTheProtocol.split('·').map((line) => line.trim()));
  });

  test.each(names)('%s has a scope, a kind and texts for users and agents', (name) => {
    const { scope, kind, title, description } = actions[name];
    expect(isScope(scope)).toBe(true);
    expect(['read', 'write', 'run', 'destroy']).toContain(kind);
    expect(title).toMatch(/^[A-Z]/);
    expect(description).toMatch(/^[A-Z].*\.$/);
  });

  test.each(names)('%s has a name that every client takes', (name) => {
    expect(name).toMatch(/^[a-z][a-z_]{0,39}$/);
  });

  test.each(names)(
    'the schemas of %s become JSON Schema that refuses what it does not name',
    (name) => {
      for (const schema of [actions[name].args, actions[name].result]) {
        const json = z.toJSONSchema(schema, { io: 'input', target: 'draft-7' });
        expect(json).toMatchObject({ type: 'object', additionalProperties: false });
        expect(JSON.stringify(json)).not.toContain('"$ref"');
      }
    },
  );

  test('names that every object knows are no actions', () => {
    expect(['toString', 'constructor', '__proto__', 'hasOwnProperty'].filter(isAction)).toEqual([]);
  });
});

describe('open_file', () => {
  const { args } = actions.open_file;

  test('takes a path, and a range of lines that count from 1', () => {
    expect(args.safeParse({ path: '/w/a' }).success).toBe(true);
    const range = { start_line: 1, end_line: 2 };
    expect(args.safeParse({ path: '/w/a', range }).success).toBe(true);
  });

  test.each([
    [{}],
    [{ path: '' }],
    [{ path: 7 }],
    [{ path: `/${'a'.repeat(4096)}` }],
    [{ path: '/w/a', range: { start_line: 0, end_line: 1 } }],
    [{ path: '/w/a', range: { start_line: 1.5, end_line: 2 } }],
    [{ path: '/w/a', mode: 'w' }],
    [null],
    ['/w/a'],
  ])('does not take %j', (wrong) => {
    expect(args.safeParse(wrong).success).toBe(false);
  });
});

test('every action stands in a sentence as its title says', () => {
  for (const name of names) {
    const { title } = actions[name];
    expect(actionPhrase(name)).toBe(title.charAt(0).toLowerCase() + title.slice(1));
  }
  expect(actionPhrase('constructor')).toBe('use constructor');
});
