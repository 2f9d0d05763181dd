/** Asks of every kind, for the pages in a normal browser and for tests of their length. */
import type {
  Ask,
  ConfirmAsk,
  ShownCommand,
  ShownPart,
  ShownServerInput,
} from '../src/shared/asks/asks.ts';
import type { InputField } from '../src/shared/servers/input-form.ts';
import type { AskId, ClientId } from '../src/shared/base/ids.ts';
import type { ShownConnection } from '../src/shared/network/connection.ts';
import { sampleAsk, sampleConfirm } from '../test/renderer/samples.ts';
import { againAsk } from './standing-fixtures.ts';

const now = Date.now();
const minutes = (count: number): number => count * 60_000;

const waiting = { askedAt: now, deadline: now + minutes(5) };

const verified = {
  pid: 4711,
  executable: '/home/mira/.local/bin/claude',
  cwd: '/home/mira/code/harbour',
  parents: [],
  startedAt: now - minutes(30),
  sameAsBefore: true,
} as const;

const claude = {
  clientId: 'claude-code' as ClientId,
  claimedName: 'Claude Code',
  claimedVersion: '2.1.197',
  door: 'mcp',
  verified,
} as const;

const harbour = '/home/mira/code/harbour';

const nineteen = [
  ...([
    'read:files',
    'search:files',
    'explore:project',
    'search:content',
    'search:project',
  ] as const),
  ...(['navigate:symbols', 'detect:errors', 'git:status', 'view:diffs', 'write:files'] as const),
  ...(['create:files', 'rename:files', 'replace:text', 'format:code', 'git:commit'] as const),
  ...(['test:code', 'run:commands', 'mcp:github', 'mcp:playwright', 'delete:files'] as const),
];

const command = (argv: readonly string[], parts: Partial<ShownCommand> = {}): ShownCommand => ({
  ...{ argv, cwd: harbour, says: '', effects: ['runs-other-code'], whyOnce: '' },
  program: `/usr/bin/${argv[0] ?? ''}`,
  programFile: `/usr/bin/${argv[0] ?? ''}`,
  environment: ['HOME', 'LANG', 'PATH'],
  ...parts,
});

const call = (last: string, parts: Partial<ConfirmAsk>): ConfirmAsk =>
  sampleConfirm({
    ...waiting,
    askId: id(last) as AskId,
    agent: claude,
    action: 'exec_command',
    actionKind: 'run',
    folders: [harbour],
    forSession: null,
    ...parts,
    exact: JSON.stringify({ argv: parts.command?.argv, cwd: harbour, timeout: 60 }, null, 2),
  });

const part = (
  argv: readonly string[],
  effects: ShownPart['effects'],
  join: ShownPart['join'],
  does: string,
): ShownPart => ({
  ...{ argv, effects, join, does: [does], stdout: 'kept', stderr: 'kept' },
  program: `/usr/bin/${argv[0] ?? ''}`,
  programFile: `/usr/bin/${argv[0] ?? ''}`,
});

const packageDiff = `@@ -6,5 +6,6 @@
   "scripts": {
     "build": "vite build",
-    "test": "vitest run"
+    "test": "vitest run --coverage",
+    "postinstall": "node scripts/fetch-tides.mjs"
   },
`;

/** By the name in the page's address. */
export const asks: Readonly<Record<string, Ask>> = {
  access: sampleAsk({
    ...waiting,
    agent: claude,
    isRemembered: true,
    scopes: nineteen,
    roots: [harbour],
    reason: 'Fix the failing tide tests and commit the fix.',
    requestedSeconds: 3600,
  }),
  'access-again': againAsk(sampleAsk({ ...waiting, agent: claude, roots: [harbour] }), now),
  /** A call without a session: it stands in the ask. */
  'access-call': sampleAsk({
    ...waiting,
    askId: id('27') as AskId,
    agent: claude,
    isRemembered: true,
    scopes: ['run:commands'],
    roots: [harbour],
    reason: `It wants to run npm test in ${harbour}.`,
    inOurWords: true,
    call: `run npm test in ${harbour}`,
  }),
  /** The agent itself runs inside the sandbox. */
  'access-run': sampleAsk({
    ...waiting,
    askId: id('28') as AskId,
    agent: claude,
    isRemembered: true,
    scopes: nineteen.filter((scope) => !scope.startsWith('mcp:')),
    roots: [harbour],
    reason: 'It was started with gatehouse run.',
    inOurWords: true,
    requestedSeconds: 3600,
    run: {
      agent: 'claude',
      hosts: ['api.anthropic.com:443', 'platform.claude.com:443', 'console.anthropic.com:443'],
    },
  }),
  'access-folders': sampleAsk({
    ...waiting,
    askId: id('10') as AskId,
    scopes: ['read:files', 'write:files', 'test:code', 'git:commit'],
    roots: [harbour, '/home/mira/shared/types'],
    reason: 'To fix the failing login test and run the test suite.',
    requestedSeconds: 600,
  }),
  'access-changed': sampleAsk({
    ...waiting,
    askId: id('16') as AskId,
    agent: { ...claude, verified: { ...verified, sameAsBefore: false } },
    isRemembered: true,
    scopes: ['read:files'],
    roots: [harbour],
    reason: 'To look at the tide tables.',
  }),
  'access-claimed': sampleAsk({
    ...waiting,
    askId: id('26') as AskId,
    agent: { ...claude, door: 'management', verified: null },
    roots: [harbour],
  }),
  command: call('17', {
    sentence: 'run docker compose up -d db in /home/mira/code/harbour, outside the sandbox',
    because: ['Runs outside the sandbox, with all your rights.'],
    command: command(['docker', 'compose', 'up', '-d', 'db'], {
      sandbox: { kind: 'not-sandboxed', why: 'The agent asked for it.', isRequested: true },
    }),
    forSession: 'this exact call',
    ruleDraft: { exactly: 'ab'.repeat(32), exactCall: '{}', exactSentence: 'run docker compose' },
  }),
  tests: call('18', {
    sentence: 'run npm test in /home/mira/code/harbour',
    because: ['npm test runs another program or code.'],
    command: command(['npm', 'test'], {
      says: '→ vitest run',
      sandbox: { kind: 'not-sandboxed', why: 'bubblewrap is missing.', isRequested: false },
    }),
    forSession: 'npm test in harbour, with any arguments',
    family: {
      ...{ program: '/usr/bin/npm', words: 'npm test', isSandboxed: false },
      folder: harbour,
    },
    ruleDraft: { exactly: 'ab'.repeat(32), exactCall: '{}', exactSentence: 'run npm test' },
  }),
  compound: call('19', {
    sentence: 'run npm run build && rm -rf dist/old | tee log',
    because: ['rm deletes dist/old.'],
    command: command(['npm', 'run', 'build'], {
      effects: ['writes', 'deletes', 'runs-other-code'],
      parts: [
        part(['npm', 'run', 'build'], ['runs-other-code'], '&&', 'Runs vite build.'),
        part(['rm', '-rf', 'dist/old'], ['deletes'], '|', 'Deletes dist/old.'),
        part(['tee', 'log'], ['writes'], 'none', 'Writes log.'),
      ],
    }),
    typeToAllow: 'rm',
  }),
  edit: call('20', {
    action: 'edit_buffer',
    actionKind: 'write',
    sentence: 'make 2 edits in /home/mira/code/harbour/package.json',
    because: [`${harbour}/package.json: postinstall runs on every npm install, yours too.`],
    command: null,
    changes: [{ path: `${harbour}/package.json`, diff: packageDiff, isProtected: true }],
    forSession: 'this exact call',
  }),
  hook: call('41', {
    action: 'edit_buffer',
    actionKind: 'write',
    sentence: 'make 1 edit in /home/mira/code/harbour/.github/workflows/ci.yml',
    because: [`${harbour}/.github/workflows/ci.yml: runs on GitHub at the next push.`],
    command: null,
    changes: [
      {
        path: `${harbour}/.github/workflows/ci.yml`,
        diff: '@@ -12 +12 @@\n-  - run: npm test\n+  - run: npm test -- --coverage\n',
        isProtected: true,
      },
    ],
    forSession: 'this exact call',
  }),
  /** An edit that the agent makes with a tool of its own. */
  'native-edit': call('29', {
    agent: { ...claude, door: 'hook' },
    action: 'native_edit',
    actionKind: 'write',
    sentence: 'change /home/mira/code/harbour/package.json',
    because: [`${harbour}/package.json: postinstall runs on every npm install, yours too.`],
    command: null,
    changes: [{ path: `${harbour}/package.json`, diff: packageDiff, isProtected: true }],
    native: { agentName: 'Claude Code', tool: 'Edit' },
  }),
  'native-command': call('30', {
    agent: { ...claude, door: 'hook' },
    action: 'native_command',
    sentence: 'run npm test in /home/mira/code/harbour',
    because: ['npm test runs another program or code.'],
    command: command(['npm', 'test'], { says: '→ vitest run' }),
    forSession: 'npm test in harbour, with any arguments',
    family: {
      ...{ program: '/usr/bin/npm', words: 'npm test', isSandboxed: false },
      folder: harbour,
    },
    native: { agentName: 'Claude Code', tool: 'Bash' },
  }),
  'cannot-undo': {
    ...call('21', {
      action: 'delete_file',
      actionKind: 'destroy',
      sentence: 'delete /home/mira/code/harbour/data/recordings',
      because: ['It can delete data.'],
      command: null,
      recoverability: '312 files, 2.1 GB. Not in git, too big for the trash.',
      typeToAllow: 'recordings',
    }),
    exact: JSON.stringify({ path: `${harbour}/data/recordings`, recursive: true }, null, 2),
  },
  'held-back': {
    ...call('22', {
      action: 'held_back_file',
      actionKind: 'write',
      sentence: 'put .vscode/tasks.json back',
      because: ['Runs when you open the folder.'],
      command: null,
      heldBack: {
        path: `${harbour}/.vscode/tasks.json`,
        within: harbour,
        effect: 'Runs when you open the folder.',
        change: 'created',
        trashId: 't1',
        command: ['npm', 'run', 'setup'],
        ofEntry: id('23'),
      },
    }),
    exact: JSON.stringify(
      {
        text: '{ "tasks": [{\n    "label": "warm up",\n    "command": "node .vscode/init.js",\n    "runOptions": { "runOn": "folderOpen" }\n}] }\n',
      },
      null,
      2,
    ),
  },
  'server-call': {
    ...call('55', {
      action: 'github__delete_repository',
      actionKind: 'destroy',
      sentence: 'use delete_repository of the MCP server github',
      because: ['It is a tool of the MCP server github. The server says it may destroy data.'],
      command: null,
      folders: [],
      forSession: 'github__delete_repository, with any arguments',
    }),
    exact: JSON.stringify({ owner: 'mira', repo: 'harbour-old' }, null, 2),
  },
  'server-input': serverInput('52', {
    message: 'Where should the report go?\nIt is sent once a week.',
    fields: [
      inputField({ name: 'email', title: 'E-mail address', isRequired: true }),
      inputField({
        name: 'day',
        title: 'Day',
        kind: 'choice',
        options: [
          { value: 'mon', title: 'Monday' },
          { value: 'fri', title: 'Friday' },
        ],
        initial: 'mon',
      }),
      inputField({ name: 'charts', title: 'With charts', kind: 'switch', initial: true }),
    ],
  }),
  'server-secret': serverInput('53', {
    message: 'To continue, enter your API key.',
    fields: [
      inputField({
        name: 'api_key',
        title: 'API key',
        description: 'Starts with sk-.',
        isRequired: true,
        isSecret: true,
      }),
    ],
  }),
  'server-page': serverInput('54', {
    message: 'Sign in to continue.',
    page: { url: 'https://login.example/device?code=ABCD-1234', host: 'login.example' },
  }),
  marks: call('24', {
    sentence: 'run cat p\u0430yments.txt',
    because: ['cat reads files or settings.'],
    command: command(['cat', 'p\u0430yments.txt'], { effects: ['reads'] }),
    forSession: 'this exact call',
  }),
  confirm: sampleConfirm({ ...waiting, askId: id('11') as AskId, agent: claude }),
  network: networkAsk('13', 'registry.example', { registry: 'npm' }),
  'network-private': networkAsk('14', 'cdn.example', {
    ...{ addressClass: 'private', address: '192.168.1.20', isRebound: true },
  }),
  'network-letters': networkAsk('15', 'xn--pple-43d.example'),
};

/** A field of a form, plain text unless it says otherwise. */
function inputField(parts: Partial<InputField> & { readonly name: string }): InputField {
  return {
    ...{ title: parts.name, description: '', isRequired: false, isSecret: false, kind: 'text' },
    ...{ options: [], least: null, most: null, initial: null },
    ...parts,
  };
}

/** An MCP server that wants to know something. */
function serverInput(last: string, parts: Partial<ShownServerInput>): Ask {
  return call(last, {
    action: 'server_input',
    actionKind: 'run',
    sentence: 'answer the MCP server reports',
    because: [],
    command: null,
    folders: [],
    forSession: null,
    ruleDraft: null,
    serverInput: {
      ...{ server: 'reports', message: '', during: 'reports__send', fields: [], page: null },
      ...parts,
    },
  });
}

/** Sandboxed code that wants to reach a host. */
function networkAsk(last: string, host: string, parts: Partial<ShownConnection> = {}): Ask {
  const isPublic = (parts.addressClass ?? 'public') === 'public';
  return sampleConfirm({
    ...waiting,
    askId: id(last) as AskId,
    agent: claude,
    action: 'net_connect',
    actionKind: 'run',
    sentence: isPublic ? `reach ${host}:443` : `reach a device on your network (${host}:443)`,
    because: [
      isPublic
        ? 'The sandboxed code could send what it reads there.'
        : 'A public name that points to a private address.',
    ],
    folders: [harbour],
    forSession: isPublic ? `${host}:443` : null,
    waiting: 2,
    network: {
      ...{ host, port: 443, address: null, addressClass: 'public', isRebound: false },
      ...{ registry: null, probably: 'npm install' },
      keep: isPublic ? { host: `${host}:443`, within: harbour } : null,
      ...parts,
    },
  });
}

export function id(tail: string): string {
  return `2f0f5f0e-0d5c-4a83-9d33-${tail.padStart(12, '0')}`;
}
