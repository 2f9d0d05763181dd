/**
 * Events for agents and windows, by category, and the scopes a session needs to receive them. An
 * event reveals no more than the session could request.
 */
import type { Scope } from '../access/scopes.ts';

interface EventCategoryInfo {
  readonly sentence: string;
  /** All of these, unless the event has its own. */
  readonly scopes: readonly Scope[];
  readonly events: Readonly<Record<string, string>>;
}

export const eventCategories = {
  editor_state: {
    sentence: 'Events in open documents',
    scopes: ['monitor:state', 'read:buffers'],
    events: {
      buffer_changed: 'A document was changed',
      cursor_moved: 'The cursor moved',
      selection_changed: 'Something else is selected',
      viewport_changed: 'The editor shows other lines',
      file_saved: 'A document was saved',
      file_opened: 'A document was opened',
      file_closed: 'A document was closed',
    },
  },
  file_system: {
    sentence: 'Events of files and folders',
    scopes: ['monitor:state', 'watch:changes'],
    events: {
      file_created: 'A file was created',
      file_deleted: 'A file was deleted',
      file_renamed: 'A file was renamed or moved',
      directory_changed: 'Something in a folder changed',
      file_watched: 'A watched file or folder changed',
    },
  },
  project_state: {
    sentence: 'Events of the project',
    scopes: ['monitor:state', 'explore:project'],
    events: {
      build_started: 'A build began',
      build_completed: 'A build ended',
      test_results: 'Tests were run',
      workspace_changed: 'Folders of the workspace changed',
      config_updated: 'A setting of the project changed',
    },
  },
  terminal_output: {
    sentence: 'Events in terminals',
    scopes: ['monitor:state', 'exec:terminal'],
    events: {
      command_executed: 'A command was run',
      output_received: 'A terminal wrote something',
      process_started: 'A program began',
      process_ended: 'A program ended',
    },
  },
  git_state: {
    sentence: 'Events in git',
    scopes: ['monitor:state', 'git:status'],
    events: {
      branch_changed: 'Another branch is checked out',
      commit_made: 'A commit was made',
      status_updated: 'The git status changed',
      merge_conflict: 'A merge has conflicts',
      push_completed: 'Commits were pushed',
    },
  },
  code_analysis: {
    sentence: 'Results of code analysis',
    scopes: ['monitor:state', 'detect:errors'],
    events: {
      errors_detected: 'Errors or warnings changed',
      completions_available: 'Completions are ready',
      symbols_updated: 'The symbols of a file changed',
      lint_results: 'A linter has finished',
    },
  },
  user_interaction: {
    sentence: 'What the user does in the editor',
    scopes: ['monitor:state'],
    events: {
      plugin_loaded: 'A plugin of the editor was loaded',
      settings_changed: 'A setting of the editor changed',
      pane_split: 'The editor was split',
      tab_switched: 'Another document is in front',
    },
  },
} as const satisfies Record<string, EventCategoryInfo>;

type Categories = typeof eventCategories;
export type EventCategory = keyof Categories;
export type EventName = { [C in EventCategory]: keyof Categories[C]['events'] }[EventCategory];

/** Events for which the category's scopes would reveal too much or too little. */
const ownScopes: Partial<Record<EventName, readonly Scope[]>> = {
  cursor_moved: ['monitor:state', 'sync:cursor'],
  selection_changed: ['monitor:state', 'sync:selection'],
  viewport_changed: ['monitor:state', 'sync:viewport'],
  completions_available: ['monitor:state', 'suggest:completion'],
  symbols_updated: ['monitor:state', 'navigate:symbols'],
  // A session that may watch a file receives its events.
  file_watched: ['watch:changes'],
};

export interface EventInfo {
  readonly category: EventCategory;
  /** A session needs all of these to receive it. */
  readonly scopes: readonly Scope[];
  readonly sentence: string;
}

const eventsOf = (category: EventCategory): [EventName, EventInfo][] => {
  const { scopes, events: named } = eventCategories[category];
  return (Object.entries(named) as [EventName, string][]).map(([name, sentence]) => [
    name,
    { category, scopes: ownScopes[name] ?? scopes, sentence },
  ]);
};

export const events = Object.freeze(
  Object.fromEntries((Object.keys(eventCategories) as EventCategory[]).flatMap(eventsOf)),
) as Readonly<Record<EventName, EventInfo>>;

export const eventNames: readonly EventName[] = Object.freeze(Object.keys(events) as EventName[]);

export const isEvent = (name: string): name is EventName => Object.hasOwn(events, name);

export const mayReceive = (name: EventName, scopes: readonly Scope[]): boolean =>
  events[name].scopes.every((scope) => scopes.includes(scope));
