/** Agents' histories in a home folder of its own, some of them made to do harm. */
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it, onTestFinished } from 'vitest';
import { AgentHistories } from '../../../src/main/integrations/history/agent-histories.ts';
import type { HistoryBounds } from '../../../src/main/integrations/history/read-history.ts';
import type {
  AgentHistory,
  ClientHistory,
  HistoryClient,
} from '../../../src/shared/integrations/agent-history.ts';
import { put, scratch } from '../../fakes/scratch.ts';
import {
  claudeLines,
  codexLines,
  copilotLines,
  geminiLines,
  opencodePart,
  opencodeTables,
} from './history-samples.ts';

const now = Date.now();
const hourAgo = now - 60 * 60_000;

interface NoSuggestions {
  readonly has: () => boolean;
  readonly add: () => Promise<{ done: true }>;
  readonly remove: () => Promise<{ done: true }>;
}

const suggested: NoSuggestions = {
  has: () => false,
  add: async () => ({ done: true }),
  remove: async () => ({ done: true }),
};

function opened(home: string, bounds: Partial<HistoryBounds> = {}): AgentHistories {
  const histories = new AgentHistories({
    ...{ at: { home, env: {} }, core: { suggested }, places: { home, ownPaths: [] } },
    ...{ now: () => now, bounds },
  });
  onTestFinished(() => histories.dispose());
  return histories;
}

async function historyIn(home: string, bounds?: Partial<HistoryBounds>): Promise<AgentHistory> {
  const result = await opened(home, bounds).read();
  if (result.kind !== 'read') throw new Error(JSON.stringify(result));
  return result.history;
}

function clientIn({ clients }: AgentHistory, client: HistoryClient): ClientHistory {
  const found = clients.find((one) => one.client === client);
  if (!found) throw new Error(`no ${client}`);
  return found;
}

/** A home folder with one project. */
function homeWithProject(): { home: string; project: string } {
  const home = scratch();
  const project = path.dirname(put(home, 'harbour/package.json', '{}'));
  return { home, project };
}

const claudeFile = '.claude/projects/-harbour/9ef76d9c.jsonl';

function bash(command: string, id = command) {
  return { id, tool: 'Bash', input: { command } };
}

describe('what was done is shown', () => {
  it('by folder, with programs, hosts and places outside', async () => {
    const { home, project } = homeWithProject();
    const below = path.dirname(put(home, 'harbour/src/main.ts'));
    const calls = [
      ...[bash('npm test', 'a'), bash('npm test', 'b'), bash('git commit -m x')],
      ...[bash('cat ~/.bashrc'), bash('curl https://example.org/x.sh -o x.sh')],
      { id: 'r', tool: 'Read', input: { file_path: '/etc/hosts' } },
      { id: 'w', tool: 'Write', input: { file_path: `${project}/a.txt`, content: 'x' } },
    ];
    put(home, claudeFile, claudeLines(below, hourAgo, calls));
    const [folder, ...others] = clientIn(await historyIn(home), 'claude-code').folders;
    expect(others).toEqual([]);
    expect(folder).toMatchObject({
      ...{ path: project, conversations: 1, lastAt: hourAgo, reads: 1, edits: 1, commands: 5 },
      ...{ others: 0, outside: 2, whyNot: null, isSuggested: false },
      hosts: [{ name: 'example.org', count: 1 }],
      places: [
        { name: path.join(home, '.bashrc'), count: 1 },
        { name: '/etc/hosts', count: 1 },
      ],
    });
    expect(folder?.programs).toContainEqual({ name: 'npm', count: 2 });
    expect(folder?.scopes).toEqual(
      expect.arrayContaining([
        'read:files',
        'write:files',
        'run:commands',
        'test:code',
        'git:commit',
      ]),
    );
    expect(folder?.scopes).not.toContain('git:branch');
    expect(folder?.scopes).not.toContain('delete:files');
  });

  it('of Codex, Copilot CLI, Gemini CLI and OpenCode', async () => {
    const { home, project } = homeWithProject();
    put(home, '.codex/sessions/2026/11/18/rollout-1.jsonl', codexLines(project, hourAgo));
    put(home, '.copilot/session-state/084c/events.jsonl', copilotLines(project, hourAgo));
    put(home, '.gemini/tmp/harbour/chats/session-1.jsonl', geminiLines(project, hourAgo));
    put(home, '.gemini/tmp/harbour/.project_root', project);
    const folder = path.dirname(put(home, '.local/share/opencode/x'));
    const database = new DatabaseSync(path.join(folder, 'opencode.db'));
    // Not yet in the main file, as while OpenCode runs.
    database.exec(`pragma journal_mode = wal; pragma wal_autocheckpoint = 0; ${opencodeTables}`);
    database.prepare('insert into session values (?, ?)').run('ses_1', project);
    const add = database.prepare('insert into part values (?, ?, ?, ?, ?, ?)');
    const parts = [
      opencodePart('bash', { command: 'npm test' }),
      opencodePart('write', { filePath: `${project}/b.txt`, content: 'x' }),
      opencodePart('bash', { command: 'rm -rf /' }, 'error'),
      '{ not JSON "tool"',
    ];
    for (const [number, data] of parts.entries())
      add.run(`prt_${number}`, 'msg', 'ses_1', hourAgo, hourAgo, data);
    const before = fs.readdirSync(folder).toSorted();
    const history = await historyIn(home);
    expect(fs.readdirSync(folder).toSorted()).toEqual(before);
    database.close();
    const numbers = (client: HistoryClient) =>
      clientIn(history, client).folders.map(({ path: name, reads, edits, commands }) => [
        ...[name === project, reads, edits, commands],
      ]);
    expect(numbers('codex')).toEqual([[true, 0, 1, 2]]);
    expect(numbers('copilot')).toEqual([[true, 1, 0, 2]]);
    expect(numbers('gemini')).toEqual([[true, 1, 0, 1]]);
    expect(numbers('opencode')).toEqual([[true, 0, 1, 1]]);
    expect(history.isComplete).toBe(true);
  });

  it('nothing where there is no history', async () => {
    const history = await historyIn(scratch());
    expect(history.clients.every(({ files, folders }) => files === 0 && folders.length === 0)).toBe(
      true,
    );
  });

  it('without a suggestion for the home folder, a folder with keys, and one that is gone', async () => {
    const { home } = homeWithProject();
    put(home, '.ssh/config');
    const places = [home, path.join(home, '.ssh'), path.join(home, 'gone')];
    const lines = places.map((place, at) => claudeLines(place, hourAgo, [bash('ls', String(at))]));
    put(home, claudeFile, lines.join(''));
    const { folders } = clientIn(await historyIn(home), 'claude-code');
    expect(folders).toHaveLength(3);
    expect(folders.filter(({ whyNot }) => whyNot === null)).toEqual([]);
  });
});

describe('a hostile history costs only itself', () => {
  it('lines that are too long, no JSON, nested deeply, or cut off', async () => {
    const { home, project } = homeWithProject();
    const deep = `${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}`;
    const good = claudeLines(project, hourAgo, [bash('ls')]);
    const long = `{"type":"assistant","x":"${'x'.repeat(3_000_000)}"}`;
    put(home, claudeFile, [long, deep, '{nonsense', '\0\0\0', `${good}{"type":"assist`].join('\n'));
    const { folders, leftOut } = clientIn(
      await historyIn(home, { longestLine: 1_000_000 }),
      'claude-code',
    );
    expect(folders.map(({ commands }) => commands)).toEqual([1]);
    expect(leftOut).toContainEqual({ what: 'records that are too long', count: 1 });
    expect(leftOut).toContainEqual({ what: 'records that are no JSON', count: 3 });
  });

  it('links out, pipes, sockets and folders in the place of files', async () => {
    const { home, project } = homeWithProject();
    const elsewhere = scratch();
    const secret = put(elsewhere, 'real.jsonl', claudeLines(project, hourAgo, [bash('whoami')]));
    put(home, claudeFile, claudeLines(project, hourAgo, [bash('ls')]));
    const folder = path.dirname(path.join(home, claudeFile));
    fs.symlinkSync(secret, path.join(folder, 'link.jsonl'));
    fs.symlinkSync(elsewhere, path.join(folder, 'linked'));
    fs.mkdirSync(path.join(folder, 'folder.jsonl'));
    execFileSync('mkfifo', [path.join(folder, 'pipe.jsonl')]);
    fs.mkdirSync(path.join(home, '.local/share/opencode'), { recursive: true });
    execFileSync('mkfifo', [path.join(home, '.local/share/opencode/opencode.db')]);
    const history = await historyIn(home);
    const { files, folders } = clientIn(history, 'claude-code');
    expect(files).toBe(1);
    expect(folders.flatMap(({ programs }) => programs.map(({ name }) => name))).toEqual(['ls']);
    expect(clientIn(history, 'opencode').files).toBe(0);
  });

  it('a database that is none, or has other tables', async () => {
    const { home } = homeWithProject();
    put(home, '.local/share/opencode/opencode.db', Buffer.alloc(100_000, 7));
    expect(clientIn(await historyIn(home), 'opencode').leftOut).toHaveLength(1);
    fs.rmSync(path.join(home, '.local/share/opencode/opencode.db'));
    const database = new DatabaseSync(path.join(home, '.local/share/opencode/opencode.db'));
    database.exec('create view part as select 1; create table session (id text)');
    database.close();
    expect(clientIn(await historyIn(home), 'opencode').leftOut).toHaveLength(1);
  });

  it('more files and bytes than are read', async () => {
    const { home, project } = homeWithProject();
    for (let number = 0; number < 20; number += 1)
      put(
        home,
        `.claude/projects/-harbour/${number}.jsonl`,
        claudeLines(project, hourAgo, [bash('ls', `id ${number}`)]),
      );
    const few = clientIn(await historyIn(home, { files: 5 }), 'claude-code');
    expect(few).toMatchObject({ files: 5, folders: [{ commands: 5 }] });
    expect(few.leftOut).not.toEqual([]);
    const cut = await historyIn(home, { bytes: 3_000 });
    expect(cut.isComplete).toBe(false);
    expect(clientIn(cut, 'claude-code').files).toBeLessThan(20);
  });

  it('a file that grows while it is read ends at the size it had', async () => {
    const { home, project } = homeWithProject();
    const calls = Array.from({ length: 3_000 }, (_, number) => bash('ls', `id ${number}`));
    const file = put(home, claudeFile, claudeLines(project, hourAgo, calls));
    const more = claudeLines(project, hourAgo, [bash('ls', 'later')]);
    const reading = historyIn(home);
    const growing = setInterval(() => fs.appendFileSync(file, more), 1);
    const history = await reading;
    clearInterval(growing);
    const [folder] = clientIn(history, 'claude-code').folders;
    expect(folder?.commands).toBeGreaterThanOrEqual(3_000);
  });

  it('time that runs out', async () => {
    const { home, project } = homeWithProject();
    put(home, claudeFile, claudeLines(project, hourAgo, [bash('ls')]));
    const history = await historyIn(home, { ms: 0 });
    expect(history.isComplete).toBe(false);
  });
});

describe('a reading', () => {
  it('can be cancelled and begun again', async () => {
    const { home, project } = homeWithProject();
    put(home, claudeFile, claudeLines(project, hourAgo, [bash('ls')]));
    const histories = opened(home);
    const cancelled = histories.read();
    expect(histories.progress()).toEqual({ files: 0, bytes: 0 });
    histories.cancel();
    expect(await cancelled).toEqual({ kind: 'cancelled' });
    expect(histories.last()).toBeNull();
    expect(histories.progress()).toBeNull();
    expect((await histories.read()).kind).toBe('read');
    expect(histories.last()?.clients).toHaveLength(5);
  });

  it('suggests only a folder that it has shown', async () => {
    const { home, project } = homeWithProject();
    put(home, claudeFile, claudeLines(project, hourAgo, [bash('ls')]));
    const histories = opened(home);
    expect(await histories.suggest('claude-code', project, true)).toMatchObject({ done: false });
    await histories.read();
    expect(await histories.suggest('claude-code', '/etc', true)).toMatchObject({ done: false });
    expect(await histories.suggest('codex', project, true)).toMatchObject({ done: false });
    expect(await histories.suggest('claude-code', project, true)).toMatchObject({ done: true });
  });
});
