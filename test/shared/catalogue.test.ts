/** Proves the catalogue total: nothing without a right, no right without a thing, no thing half described. */
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import {
  actionInfo,
  actionKinds,
  actionNames,
  actionOfCategory,
  actions,
  categories,
  kindOf,
  pathsIn,
  scopesNeeded,
  sentenceOf,
  type ActionKind,
  type ActionName,
} from '../../src/shared/actions/actions.ts';
import {
  guardedFamilies,
  guardedTool,
  guardedTools,
  type GuardedTool,
} from '../../src/shared/actions/guarded-tools.ts';
import { events } from '../../src/shared/protocols/session-events.ts';
import {
  allScopes,
  isScope,
  scopeInfo,
  type Risk,
  type Scope,
} from '../../src/shared/access/scopes.ts';
import { hasHiddenText } from '../../src/shared/base/visible-text.ts';
import { evilArgs, leastArgs, type Args } from './catalogue-samples.ts';

/** The actions of the product specification, which is not in this repository, by category. */
const ofTheBlueprint = {
  file_operation: 'open_file create_file delete_file rename_file search_files watch_file',
  buffer_management: 'get_buffers edit_buffer switch_buffer split_pane close_buffer',
  code_analysis: 'analyze_syntax get_errors get_completions format_code goto_definition',
  project_management: 'explore_tree build_project run_tests get_workspace_info',
  terminal_execution: 'exec_command open_terminal get_output send_input',
  version_control: 'git_status git_add git_commit git_diff git_branch',
  search_replace: 'find_in_file find_in_project replace_text regex_search',
  realtime_sync: 'get_cursor_pos set_cursor_pos get_selection sync_viewport',
  advanced_features: 'get_code_lens apply_quick_fix refactor_symbol manage_plugins',
};

const valid = (name: ActionName, args: Args): Args => actionInfo(name).args.parse(args);
const everyTool: readonly (readonly [string, GuardedTool])[] = [
  ...Object.entries(guardedTools),
  ...guardedFamilies.map((family) => [String(family.names), family] as const),
];

describe('the catalogue is whole', () => {
  test('it holds the 41 actions of the blueprint by category, and no other', () => {
    expect(actionNames).toHaveLength(41);
    const received = categories.map((category) => [
      category,
      actionNames.filter((name) => actions[name].category === category).join(' '),
    ]);
    expect(Object.fromEntries(received)).toEqual(ofTheBlueprint);
  });

  test('every scope guards an action, a tool or an event', () => {
    const guarding = new Set<Scope>([
      ...actionNames.flatMap((name) => scopesNeeded(name, valid(name, evilArgs[name]))),
      ...everyTool.map(([, tool]) => tool.scope),
      ...Object.values(events).flatMap((event) => event.scopes),
    ]);
    expect(allScopes.filter((scope) => !guarding.has(scope))).toEqual([]);
  });

  test('no two actions have the same title', () => {
    expect(new Set(actionNames.map((name) => actions[name].title)).size).toBe(41);
  });

  test.each(actionNames)('%s has a category, a scope, a kind and words', (name) => {
    const { category, scope, kind, title, description } = actionInfo(name);
    expect(categories).toContain(category);
    expect(isScope(scope)).toBe(true);
    expect(actionKinds).toContain(kind);
    expect(name).toMatch(/^[A-Za-z0-9_-]{1,40}$/);
    expect(title).toMatch(/^[A-Z][^.]+$/);
    expect(description).toMatch(/^[A-Z].*\.$/);
    expect(description.length).toBeLessThan(200);
  });
});

interface JsonSchema {
  readonly type?: string;
  readonly description?: string;
  readonly enum?: readonly unknown[];
  readonly maxLength?: number;
  readonly maxItems?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly items?: JsonSchema;
}

const asJson = (schema: z.ZodObject, io: 'input' | 'output'): JsonSchema =>
  z.toJSONSchema(schema, { io, target: 'draft-7' }) as JsonSchema;

/** Names of the fields in which a caller could put without end. */
function unbounded(schema: JsonSchema, name: string): string[] {
  const below = Object.entries(schema.properties ?? {}).flatMap(([field, one]) =>
    unbounded(one, `${name}.${field}`),
  );
  const items = schema.items ? unbounded(schema.items, `${name}[]`) : [];
  const isBounded = {
    string: schema.maxLength !== undefined || schema.enum !== undefined,
    array: schema.maxItems !== undefined,
    integer: schema.minimum !== undefined && schema.maximum !== undefined,
    boolean: true,
    object: schema.properties !== undefined,
  }[schema.type ?? ''];
  return [...(isBounded ? [] : [name]), ...below, ...items];
}

/** Their names say all: every description costs each model that reads the list of tools. */
const plainNames: ReadonlySet<string> = new Set(
  'limit ignore_case depth cols rows position content text replacement message op new_name data terminal_id direction'.split(
    ' ',
  ),
);

describe('schemas', () => {
  test.each(actionNames)('%s takes and gives what JSON Schema (draft-7) can say', (name) => {
    const { args, result } = actionInfo(name);
    for (const io of ['input', 'output'] as const) {
      for (const schema of [args, result]) {
        const json = asJson(schema, io);
        expect(json).toMatchObject({ type: 'object', additionalProperties: false });
        expect(JSON.stringify(json)).not.toContain('"$ref"');
      }
    }
  });

  test.each(actionNames)(
    '%s has every argument bounded, and described or plain from its name',
    (name) => {
      const json = asJson(actionInfo(name).args, 'input');
      expect(unbounded(json, name)).toEqual([]);
      const undescribed = Object.entries(json.properties ?? {})
        .filter(([field, { description }]) => !description && !plainNames.has(field))
        .map(([field]) => field);
      expect(undescribed).toEqual([]);
    },
  );

  test.each(actionNames)(
    '%s takes the least it needs, and refuses what it does not name',
    (name) => {
      const { args } = actionInfo(name);
      expect(args.safeParse(leastArgs[name]).error).toBeUndefined();
      expect(args.safeParse({ ...leastArgs[name], approved: true }).success).toBe(false);
      expect(args.safeParse({ ...leastArgs[name], ['__proto__']: 1 }).success).toBe(false);
      for (const field of Object.keys(leastArgs[name])) {
        const { [field]: _left, ...without } = leastArgs[name];
        expect(args.safeParse(without).success).toBe(false);
      }
    },
  );
});

describe('paths', () => {
  test.each(actionNames)('%s names as paths only arguments that it has', (name) => {
    const { args, paths } = actionInfo(name);
    const named = paths.map((one) => one.field);
    expect(named.filter((field) => !Object.hasOwn(args.shape, field))).toEqual([]);
    expect(new Set(named).size).toBe(named.length);
  });

  test.each(actionNames)('%s lets no argument that sounds like a path go unchecked', (name) => {
    const { args, paths } = actionInfo(name);
    const sounds = Object.keys(args.shape).filter((field) =>
      /^(?:path|paths|new_path|root|cwd|folder|file)$/.test(field),
    );
    expect(paths.map((one) => one.field).toSorted()).toEqual(sounds.toSorted());
  });

  test.each(actionNames)(
    '%s reads if it only reads, and changes a path no more than its kind',
    (name) => {
      for (const args of [valid(name, leastArgs[name]), valid(name, evilArgs[name])]) {
        const changing = pathsIn(name, args).filter((one) => !['read', 'list'].includes(one.use));
        expect(changing.length === 0 || kindOf(name, args) !== 'read').toBe(true);
      }
    },
  );
});

describe('sentences', () => {
  test.each(actionNames)('%s has a plain sentence', (name) => {
    const sentence = sentenceOf(name, valid(name, leastArgs[name]));
    expect(sentence).toMatch(/^[a-z][^\n]+[^.]$/);
    expect(sentence).not.toMatch(/undefined|null|NaN|\[object| {2}/);
  });

  test.each(actionNames)('%s hides and rearranges nothing, whatever the agent wrote', (name) => {
    const sentence = sentenceOf(name, valid(name, evilArgs[name]));
    expect(hasHiddenText(sentence)).toBe(false);
    expect(sentence).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u);
    expect(sentence.length).toBeLessThan(1500);
    const quotes = sentence.replaceAll(/[^“”]/gu, '');
    expect(quotes).toMatch(/^(?:“”)*$/u);
  });
});

describe('kinds and risks', () => {
  const gravity = (kind: ActionKind): number => actionKinds.indexOf(kind);
  const ofRisk: Record<Risk, ActionKind> = {
    look: 'read',
    change: 'write',
    run: 'run',
    destroy: 'destroy',
  };

  /** Each is confirmed on its own, so the scope is told by what it is mostly asked for. */
  const destroysUnderALesserScope = [
    'rename_file',
    'close_buffer',
    'git_branch',
    'workspace_delete',
  ];

  test.each(actionNames)('%s is never graver than its kind says', (name) => {
    for (const args of [leastArgs[name], evilArgs[name]]) {
      const { kind } = actionInfo(name);
      expect(gravity(kindOf(name, valid(name, args)))).toBeLessThanOrEqual(gravity(kind));
    }
  });

  test('nothing is graver than the risk its scope is coloured by, but for what is known', () => {
    const everything = [
      ...actionNames.map((name) => [name, actionInfo(name)] as const),
      ...everyTool,
    ];
    const graver = everything
      .filter(([, { scope, kind }]) => gravity(kind) > gravity(ofRisk[scopeInfo(scope).risk]))
      .map(([name]) => name);
    expect(graver).toEqual(destroysUnderALesserScope);
  });

  test('no scope is coloured graver than the gravest thing it guards', () => {
    const gravest = (scope: Scope): number =>
      Math.max(
        ...actionNames
          .filter((name) => scopesNeeded(name, valid(name, evilArgs[name])).includes(scope))
          .map((name) => gravity(actionInfo(name).kind)),
        ...everyTool
          .filter(([, tool]) => tool.scope === scope)
          .map(([, tool]) => gravity(tool.kind)),
        0,
      );
    const toodark = allScopes.filter(
      (scope) => gravity(ofRisk[scopeInfo(scope).risk]) > gravest(scope),
    );
    expect(toodark).toEqual([]);
  });
});

describe('tools that are none of the actions', () => {
  test('there are the 5 of workspaces, the 11 of the backend, the 6 of colours and the debugger', () => {
    const names = Object.keys(guardedTools);
    expect(names.filter((name) => name.startsWith('workspace_'))).toHaveLength(5);
    expect(names.filter((name) => name.startsWith('ide_'))).toHaveLength(11);
    expect(names.filter((name) => /Colors?$/.test(name))).toHaveLength(6);
    expect(names).toHaveLength(23);
    expect(names.filter((name) => Object.hasOwn(actions, name))).toEqual([]);
  });

  test('the tools of the seeds have the names that the seeds give them', () => {
    const ofSeeds = [
      ...['ide_chat_send', 'ide_chat_history', 'ide_session_list', 'ide_session_create'],
      ...['ide_plan_status', 'ide_build_status', 'ide_build_list', 'ide_build_logs'],
      ...['ide_dashboard_overview', 'ide_dashboard_activity', 'ide_dashboard_metrics'],
      ...['getCurrentColors', 'getColor', 'setColor', 'setColors', 'resetColor', 'resetAllColors'],
      ...['workspace_get_status', 'workspace_get_metadata', 'workspace_set_metadata'],
      ...['workspace_get_opencode_port', 'workspace_delete'],
    ];
    expect(Object.keys(guardedTools)).toEqual(expect.arrayContaining(ofSeeds));
  });

  test.each(everyTool)('%s has a right, a kind and a sentence', (_name, tool) => {
    expect(isScope(tool.scope)).toBe(true);
    expect(actionKinds).toContain(tool.kind);
    expect(tool.sentence).toMatch(/^[a-z][^.]+$/);
  });

  test.each([
    ['workspace_delete', 'manage:workspace', 'destroy'],
    ['ide_chat_send', 'backend:send', 'write'],
    ['ide_chat_history', 'backend:read', 'read'],
    ['debug_session', 'debug:session', 'run'],
    ['setColor', 'editor:theme', 'write'],
    ['tab12_getColor', 'browser:tools', 'run'],
  ])('%s needs %s and is a %s', (name, scope, kind) => {
    expect(guardedTool(name)).toMatchObject({ scope, kind });
  });

  test.each(['toString', '__proto__', 'tab_x', 'tab1_', 'xtab1_y', 'ide_other', ''])(
    '"%s" is none of them',
    (name) => {
      expect(guardedTool(name)).toBeNull();
    },
  );
});

describe('a category with an operation', () => {
  test.each(actionNames)('names %s', (name) => {
    expect(actionOfCategory(actions[name].category, name)).toBe(name);
  });

  test.each([
    ['file_operation', 'exec_command'],
    ['file_operation', 'open'],
    ['nothing', 'open_file'],
    ['__proto__', '__proto__'],
  ])('"%s" with "%s" names nothing', (category, operation) => {
    expect(actionOfCategory(category, operation)).toBeNull();
  });
});
