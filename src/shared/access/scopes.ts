/**
 * All rights that a session can have, in the order in which the user reads them: by group,
 * harmless first. `risk` colours the ask window. Besides the fixed scopes there is one
 * `mcp:<server>` for each MCP server behind the gate; since servers come and go, a scope is only a
 * name.
 */
import { isServerName } from '../servers/server-name.ts';

export type Risk = 'look' | 'change' | 'run' | 'destroy';

export interface ScopeInfo {
  readonly group: string;
  readonly risk: Risk;
  readonly sentence: string;
  /** What else the user should know before allowing it. */
  readonly note?: string;
}

const scope = (group: string, risk: Risk, sentence: string, note?: string): ScopeInfo => ({
  group,
  risk,
  sentence,
  ...(note === undefined ? {} : { note }),
});

const languageReads = 'Language support reads every file of the folder for this.';

export const scopes = {
  'read:files': scope('Files', 'look', 'Read files'),
  'search:files': scope('Files', 'look', 'Find files by name'),
  'write:files': scope('Files', 'change', 'Save changes to files'),
  'create:files': scope('Files', 'change', 'Create files'),
  'rename:files': scope('Files', 'change', 'Rename and move files'),
  'delete:files': scope('Files', 'destroy', 'Delete files'),

  'read:buffers': scope('Editor', 'look', 'See which documents are open'),
  'manage:buffers': scope('Editor', 'look', 'Switch between open documents'),
  'split:panes': scope('Editor', 'look', 'Split the editor into panes'),
  'manage:tabs': scope('Editor', 'change', 'Close tabs'),
  'edit:buffers': scope('Editor', 'change', 'Edit open documents'),

  'analyze:syntax': scope('Code', 'look', 'Read the syntax tree of a file'),
  'detect:errors': scope('Code', 'look', 'See errors and warnings', languageReads),
  'suggest:completion': scope('Code', 'look', 'Ask for completions', languageReads),
  'navigate:symbols': scope('Code', 'look', 'Jump to definitions'),
  'code:lens': scope('Code', 'look', 'Read code lenses'),
  'format:code': scope('Code', 'change', 'Format code'),
  'quick:fixes': scope('Code', 'change', 'Apply quick fixes'),
  'refactor:code': scope('Code', 'change', 'Rename symbols across files'),

  'explore:project': scope('Project', 'look', 'List folders and project facts'),
  'watch:changes': scope('Project', 'look', 'Get notified when files change'),
  'manage:workspace': scope('Project', 'change', 'Manage workspaces'),
  'build:project': scope('Project', 'run', 'Build the project'),

  'test:code': scope('Commands', 'run', 'Run the tests'),
  'run:commands': scope('Commands', 'run', 'Run commands'),
  'exec:terminal': scope('Commands', 'run', 'Use an interactive terminal'),
  'debug:session': scope('Commands', 'run', 'Run the debugger'),

  'git:status': scope('Git', 'look', 'See the git status'),
  'view:diffs': scope('Git', 'look', 'See git diffs'),
  'git:commit': scope('Git', 'change', 'Stage and commit'),
  'git:branch': scope('Git', 'change', 'Create, switch and delete branches'),

  'search:content': scope('Search', 'look', 'Search inside a file'),
  'search:project': scope('Search', 'look', 'Search the whole folder'),
  'regex:operations': scope('Search', 'look', 'Search with regular expressions'),
  'replace:text': scope('Search', 'change', 'Replace text across files'),

  'sync:cursor': scope('Presence', 'look', 'See and move the cursor'),
  'sync:selection': scope('Presence', 'look', 'See the selection'),
  'sync:viewport': scope('Presence', 'look', 'See what the editor shows'),
  'monitor:state': scope('Presence', 'look', 'Receive events as they happen'),

  'editor:theme': scope('Beyond the folder', 'change', 'Change editor colours'),
  'browser:tools': scope('Beyond the folder', 'run', 'Use tools of open browser tabs'),
  'backend:read': scope('Beyond the folder', 'look', 'Read from the backend'),
  'backend:send': scope('Beyond the folder', 'change', 'Send to the backend'),
  'manage:plugins': scope('Beyond the folder', 'destroy', 'Manage plugins'),
} as const satisfies Record<string, ScopeInfo>;

export type FixedScope = keyof typeof scopes;
export type ServerScope = `mcp:${string}`;
export type Scope = FixedScope | ServerScope;

/** The fixed ones. */
export const allScopes: readonly FixedScope[] = Object.freeze(Object.keys(scopes) as FixedScope[]);

const serverPrefix = 'mcp:';

export const serverScope = (server: string): ServerScope => `mcp:${server}`;

/** Null for a scope that is not about an MCP server. */
export const serverOfScope = (name: string): string | null => {
  if (!name.startsWith(serverPrefix)) return null;
  const server = name.slice(serverPrefix.length);
  return isServerName(server) ? server : null;
};

const isFixed = (name: string): name is FixedScope => Object.hasOwn(scopes, name);

export function scopeInfo(name: Scope): ScopeInfo {
  if (isFixed(name)) return scopes[name];
  const server = name.slice(serverPrefix.length);
  return scope('MCP servers', 'run', `Use the tools of the MCP server ${server}`);
}

/** Without duplicates: fixed ones in catalogue order, then servers by name. */
export function inScopeOrder(wanted: Iterable<Scope>): readonly Scope[] {
  const each = new Set(wanted);
  const servers = [...each].filter((item) => !isFixed(item)).toSorted();
  return [...allScopes.filter((item) => each.has(item)), ...servers];
}

const gitScopes: readonly Scope[] = ['git:status', 'view:diffs', 'git:commit', 'git:branch'];

/** Words that the blueprint and older clients use for the same rights. */
const aliases: Readonly<Record<string, readonly Scope[]>> = {
  'run:tests': ['test:code'],
  'open:file': ['read:files'],
  'edit:buffer': ['edit:buffers'],
  'git:*': gitScopes,
};

/** Scopes that do not depend on any folder, and so are granted without one. */
const folderless: ReadonlySet<Scope> = new Set(['browser:tools', 'backend:read', 'backend:send']);

export const needsFolder = (wanted: readonly Scope[]): boolean =>
  wanted.some((item) => isFixed(item) && !folderless.has(item));

/** The tools of an MCP server need no folder, but paths in their arguments are checked. */
export const mayUseFolder = (wanted: readonly Scope[]): boolean =>
  wanted.some((item) => !isFixed(item) || !folderless.has(item));

export const isScope = (name: string): name is Scope =>
  isFixed(name) || serverOfScope(name) !== null;

export interface ExpandedScopes {
  readonly scopes: readonly Scope[];
  readonly unknown: readonly string[];
}

/**
 * Expands aliases and wildcards to plain scopes, in catalogue order, without duplicates. Servers
 * must be named individually.
 */
export function expandScopes(requested: readonly string[]): ExpandedScopes {
  const expanded = new Set<Scope>();
  const unknown: string[] = [];
  for (const name of requested) {
    const meant = meaningOf(name);
    if (meant.length === 0) unknown.push(name);
    for (const item of meant) expanded.add(item);
  }
  return { scopes: inScopeOrder(expanded), unknown };
}

function meaningOf(name: string): readonly Scope[] {
  if (isScope(name)) return [name];
  if (Object.hasOwn(aliases, name)) return aliases[name] ?? [];
  if (name.length > 2 && name.endsWith(':*')) {
    return allScopes.filter((value) => value.startsWith(name.slice(0, -1)));
  }
  return [];
}
