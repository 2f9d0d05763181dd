import { describe, expect, test } from 'vitest';
import {
  eventCategories,
  eventNames,
  events,
  isEvent,
  mayReceive,
} from '../../src/shared/protocols/session-events.ts';
import { allScopes, isScope } from '../../src/shared/access/scopes.ts';

/** As the product specification, which is not in this repository, lists them. */
const ofTheBlueprint = {
  editor_state:
    'buffer_changed cursor_moved selection_changed viewport_changed file_saved file_opened file_closed',
  file_system: 'file_created file_deleted file_renamed directory_changed file_watched',
  project_state: 'build_started build_completed test_results workspace_changed config_updated',
  terminal_output: 'command_executed output_received process_started process_ended',
  git_state: 'branch_changed commit_made status_updated merge_conflict push_completed',
  code_analysis: 'errors_detected completions_available symbols_updated lint_results',
  user_interaction: 'plugin_loaded settings_changed pane_split tab_switched',
};

describe('the catalogue of events', () => {
  test('holds the 34 of the blueprint in its 7 categories, and no other', () => {
    expect(eventNames).toHaveLength(34);
    const reported = Object.entries(eventCategories).map(([category, info]) => [
      category,
      Object.keys(info.events).join(' '),
    ]);
    expect(Object.fromEntries(reported)).toEqual(ofTheBlueprint);
  });

  test.each(eventNames)('%s belongs to a category and has rights and a sentence', (name) => {
    const { category, scopes, sentence } = events[name];
    expect(Object.keys(eventCategories[category].events)).toContain(name);
    expect(scopes.length).toBeGreaterThan(0);
    expect(scopes.filter((scope) => !isScope(scope))).toEqual([]);
    expect(sentence).toMatch(/^[A-Z][^.]+$/);
  });

  test('no two events have the same sentence', () => {
    const sentences = eventNames.map((name) => events[name].sentence);
    expect(new Set(sentences).size).toBe(sentences.length);
  });

  test('names that every object knows are no events', () => {
    expect(['toString', '__proto__', 'constructor'].filter(isEvent)).toEqual([]);
    expect(isEvent('cursor_moved')).toBe(true);
  });
});

describe('who receives an event', () => {
  test('without scopes nothing is received, with all scopes everything', () => {
    expect(eventNames.filter((name) => mayReceive(name, []))).toEqual([]);
    expect(eventNames.filter((name) => mayReceive(name, allScopes))).toEqual(eventNames);
  });

  test('monitor:state alone reveals nothing about files, terminals, git or code', () => {
    const received = eventNames.filter((name) => mayReceive(name, ['monitor:state']));
    expect(received).toEqual(['plugin_loaded', 'settings_changed', 'pane_split', 'tab_switched']);
  });

  test('nothing is received without monitor:state but what a watch of a file was asked for', () => {
    const others = allScopes.filter((scope) => scope !== 'monitor:state');
    expect(eventNames.filter((name) => mayReceive(name, others))).toEqual(['file_watched']);
  });

  test('the cursor, the selection and the screen each need their own right', () => {
    const scopes = ['monitor:state', 'read:buffers', 'sync:cursor'] as const;
    expect(mayReceive('buffer_changed', scopes)).toBe(true);
    expect(mayReceive('cursor_moved', scopes)).toBe(true);
    expect(mayReceive('selection_changed', scopes)).toBe(false);
    expect(mayReceive('viewport_changed', scopes)).toBe(false);
  });
});
