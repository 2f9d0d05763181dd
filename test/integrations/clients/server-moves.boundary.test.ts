/** Servers of clients moved behind Gatehouse: one diff, nothing else touched, undone to the byte. */
import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { ServerMoves } from '../../../src/main/integrations/clients/servers/server-moves.ts';
import type {
  Secrets,
  ServerName,
  ServerSpec,
} from '../../../src/shared/servers/server-commands.ts';
import type { MovePreview, ServerReceipt } from '../../../src/shared/servers/server-views.ts';
import { ClientSetupFixture } from './client-setup-fixture.ts';

const secret = 'ghp_Zq8"x\\yTr0ub4dor';
const json = JSON.stringify(secret);

const cursor = `{
  // servers of mine
  "mcpServers": {
    "github": { "command": "npx", "args": ["-y", "gh-mcp"], "env": { "GITHUB_TOKEN": ${json} } }, // work
    "playwright": { "command": "npx", "args": ["@playwright/mcp"] },
    "other": { "command": "node", "args": ["/opt/other.js"], "cwd": "/opt" },
  },
}
`;

const codex = `model = "o9" # mine

[mcp_servers.github]
command = "npx"
args = ["-y", "gh-mcp"]

[mcp_servers.github.env]
GITHUB_TOKEN = ${json}

# stays
[mcp_servers.postgres]
command = "pg-mcp"
args = ["postgres://me:hunter22@db/x"]

[tui]
theme = "dark"
`;

const goose = `extensions:
  developer:
    type: builtin
    enabled: true
  slack:  # chat
    type: stdio
    enabled: true
    cmd: slack-mcp
    args: [--quiet]
    envs:
      SLACK_TOKEN: xoxb-1234-plain
GOOSE_MODE: auto
`;

const continueFile = `name: Mine
version: 1.0.0
schema: v1
mcpServers:
  - name: first
    command: first-mcp
  - name: second # the middle one
    command: second-mcp
    env:
      KEY: topsecretvalue
  - name: third
    command: third-mcp
`;

describe('what is found', () => {
  it('counts a server that two clients start as one, and says why another cannot be moved', async () => {
    const here = await openMoves();
    here.put('.cursor/mcp.json', cursor);
    here.put('.codex/config.toml', codex);
    const { found } = await here.moves.found();
    const github = found.find(({ name }) => name === 'github');
    expect(github?.sources.map(({ clientName }) => clientName)).toEqual(['Cursor', 'Codex']);
    expect(github?.secretNames).toEqual(['GITHUB_TOKEN']);
    expect(found.find(({ name }) => name === 'other')?.whyNot).toMatch(/does not know: cwd/);
    expect(found.find(({ name }) => name === 'postgres')).toMatchObject({
      address: 'pg-mcp postgres://me:${ARGUMENT_1}@db/x',
      secretNames: ['ARGUMENT_1'],
    });
    expect(JSON.stringify(found)).not.toMatch(/Tr0ub4dor|hunter22/);
  });

  it.each([
    ['a placeholder', '{"mcpServers":{"x":{"command":"a","env":{"K":"${env:K}"}}}}', /placeholder/],
    ['one that is off', '{"mcpServers":{"x":{"command":"a","disabled":true}}}', /turned off/],
    ['a relative command', '{"mcpServers":{"x":{"command":"./a"}}}', /relative/],
    ['a number', '{"mcpServers":{"x":{"command":"a","args":[1]}}}', /list of words/],
    ['no web address', '{"mcpServers":{"x":{"url":"file:///etc/passwd"}}}', /URL/],
  ])('leaves %s where it is', async (_what, text, why) => {
    const here = await openMoves();
    const file = here.put('.cursor/mcp.json', text);
    const { found } = await here.moves.found();
    expect(found[0]?.whyNot).toMatch(why);
    expect(await here.moves.preview(['x'])).toMatchObject({ kind: 'refused' });
    expect(await here.moves.move(['x'], [])).toMatchObject({ kind: 'refused' });
    expect(here.read(file)).toBe(text);
    expect(here.servers.size).toBe(0);
  });

  it('gives two different servers of one name two names', async () => {
    const here = await openMoves();
    here.put('.cursor/mcp.json', '{"mcpServers":{"My Files!":{"command":"a"}}}');
    here.put('.claude.json', '{"mcpServers":{"My Files!":{"command":"b"}}}');
    const { found } = await here.moves.found();
    expect(found.map(({ name }) => name)).toEqual(['my-files', 'my-files-2']);
  });
});

describe('a move', () => {
  it('removes theirs and adds ours in every client, and is undone to the byte', async () => {
    const here = await openMoves();
    const files = [here.put('.cursor/mcp.json', cursor), here.put('.codex/config.toml', codex)];
    const shown = possible(await here.moves.preview(['github', 'playwright']));
    expect(shown.files.map(({ file }) => file)).toEqual(files);
    expect(files.map(here.read)).toEqual([cursor, codex]);
    expect(shown.notes.join(' ')).toMatch(/GITHUB_TOKEN move to Gatehouse's secrets/);

    done(await here.moves.move(['github', 'playwright'], shown.files));
    expect(here.servers.get('github')).toEqual({
      spec: {
        ...{ kind: 'stdio', command: 'npx', args: ['-y', 'gh-mcp'], env: ['GITHUB_TOKEN'] },
        ...{ folders: [], hosts: [], isOutsideSandbox: false },
      },
      secrets: { GITHUB_TOKEN: secret },
    });
    const [cursorNow = '', codexNow = ''] = files.map(here.read);
    expect(cursorNow).not.toMatch(/gh-mcp|playwright|ghp_/);
    expect(cursorNow).toMatch(
      /\/\/ servers of mine[\s\S]*"other": .*"cwd": "\/opt"[\s\S]*"gatehouse"/,
    );
    expect(codexNow).not.toMatch(/mcp_servers\.github|ghp_/);
    expect(codexNow).toMatch(
      /model = "o9" # mine[\s\S]*# stays\n\[mcp_servers.postgres\][\s\S]*theme/,
    );

    const { moved } = await here.moves.found();
    expect(moved).toMatchObject([{ names: ['github', 'playwright'], files }]);
    done(await here.moves.undo(moved[0]?.moveId ?? ''));
    expect(files.map(here.read)).toEqual([cursor, codex]);
    expect(here.servers.size).toBe(0);
    expect((await here.moves.found()).moved).toEqual([]);
  });

  it('works in YAML, in objects and in lists, and is undone to the byte', async () => {
    const here = await openMoves();
    const files = [
      here.put('.config/goose/config.yaml', goose),
      here.put('.continue/config.yaml', continueFile),
    ];
    const shown = possible(await here.moves.preview(['slack', 'second']));
    done(await here.moves.move(['slack', 'second'], shown.files));
    const [gooseNow = '', continueNow = ''] = files.toSorted().map(here.read);
    expect(gooseNow).not.toMatch(/slack|xoxb/);
    expect(gooseNow).toMatch(/builtin[\s\S]*GOOSE_MODE: auto/);
    expect(continueNow).not.toMatch(/second|topsecret/);
    expect(continueNow).toMatch(/first-mcp[\s\S]*third-mcp/);
    const { moved } = await here.moves.found();
    done(await here.moves.undo(moved[0]?.moveId ?? ''));
    expect(files.map(here.read)).toEqual([goose, continueFile]);
  });

  it('shows no value of a variable in the diff, neither moving nor undoing', async () => {
    const here = await openMoves();
    here.put('.cursor/mcp.json', cursor);
    here.put('.codex/config.toml', codex);
    here.put('.config/goose/config.yaml', goose);
    here.put('.continue/config.yaml', continueFile);
    const names = ['github', 'postgres', 'slack', 'second'];
    const shown = possible(await here.moves.preview(names));
    expect(shown.files).toHaveLength(4);
    for (const { diff } of shown.files) expect(diff.kind).toBe('text');
    const values = /Tr0ub4dor|hunter22|xoxb|topsecret/;
    expect(JSON.stringify(shown)).not.toMatch(values);
    done(await here.moves.move(names, shown.files));
    for (const { client, changeId } of here.fixture.setup.written()) {
      const undoing = await here.fixture.setup.preview({ client, undo: [changeId], write: [] });
      expect(JSON.stringify(undoing)).not.toMatch(values);
    }
  });

  it('hides a value that is written with escapes, or shows no text at all', async () => {
    const here = await openMoves();
    here.put(
      '.cursor/mcp.json',
      '{"mcpServers":{"x":{"command":"a","env":{"K":"\\u0073ecretvalue"}}}}',
    );
    const shown = possible(await here.moves.preview(['x']));
    expect(shown.files[0]?.diff.kind).toBe('large');
    expect(JSON.stringify(shown)).not.toContain('ecretvalue');
  });

  it('writes nothing if a file changed since the diff was shown', async () => {
    const here = await openMoves();
    const file = here.put('.cursor/mcp.json', cursor);
    const codexPath = here.put('.codex/config.toml', codex);
    const shown = possible(await here.moves.preview(['github']));
    fs.appendFileSync(codexPath, '# later\n');
    expect(await here.moves.move(['github'], shown.files)).toMatchObject({ kind: 'refused' });
    expect(here.read(file)).toBe(cursor);
    expect(here.read(codexPath)).toBe(`${codex}# later\n`);
    expect(here.servers.size).toBe(0);
    expect(here.fixture.setup.written()).toEqual([]);
  });

  it('changes no file if the keyring refuses a value', async () => {
    const here = await openMoves({ refuses: 'github' });
    const file = here.put('.cursor/mcp.json', cursor);
    const shown = possible(await here.moves.preview(['playwright', 'github']));
    expect(await here.moves.move(['playwright', 'github'], shown.files)).toMatchObject({
      kind: 'refused',
      why: 'The keyring is locked.',
    });
    expect(here.read(file)).toBe(cursor);
    expect(here.servers.size).toBe(0);
  });

  it('keeps what was changed since, and puts the entries back all the same', async () => {
    const here = await openMoves();
    const file = here.put('.cursor/mcp.json', cursor);
    const shown = possible(await here.moves.preview(['github']));
    done(await here.moves.move(['github'], shown.files));
    fs.writeFileSync(file, here.read(file).replace('// servers of mine', '// servers, edited'));
    const { moved } = await here.moves.found();
    done(await here.moves.undo(moved[0]?.moveId ?? ''));
    expect(here.read(file)).toBe(cursor.replace('// servers of mine', '// servers, edited'));
  });

  it('can be undone after a restart', async () => {
    const here = await openMoves();
    const file = here.put('.cursor/mcp.json', cursor);
    const shown = possible(await here.moves.preview(['github']));
    done(await here.moves.move(['github'], shown.files));
    const moves = await ServerMoves.open(here.deps());
    const { moved } = await moves.found();
    done(await moves.undo(moved[0]?.moveId ?? ''));
    expect(here.read(file)).toBe(cursor);
  });

  it('records files and client, and no value, in the ledger', async () => {
    const here = await openMoves();
    here.put('.cursor/mcp.json', cursor);
    const shown = possible(await here.moves.preview(['github']));
    done(await here.moves.move(['github'], shown.files));
    const lines = JSON.stringify(await here.fixture.app.ledger());
    expect(lines).toMatch(/owner.write_client_config.*"purpose":"servers"/);
    expect(lines).not.toMatch(/ghp_|GITHUB_TOKEN/);
  });
});

interface StoredServer {
  readonly spec: ServerSpec;
  readonly secrets: Secrets;
}

/** The servers are a map here: what a move does to the store is what is looked at. */
async function openMoves(how: { refuses?: string } = {}) {
  const fixture = await ClientSetupFixture.open();
  const servers = new Map<string, StoredServer>();
  const api = {
    list: () =>
      Promise.resolve({
        servers: [],
        error: null,
        tokenBudget: 0,
        clients: [],
      }),
    add(name: ServerName, spec: ServerSpec, secrets: Secrets): Promise<ServerReceipt> {
      if (name === how.refuses)
        return Promise.resolve({ kind: 'refused', why: 'The keyring is locked.', hint: '' });
      servers.set(name, { spec, secrets });
      return Promise.resolve({ kind: 'done', words: '' });
    },
    remove(name: ServerName): Promise<ServerReceipt> {
      servers.delete(name);
      return Promise.resolve({ kind: 'done', words: '' });
    },
  };
  const deps = () => ({
    dataDir: fixture.dataDir,
    clients: fixture.setup,
    servers: api,
    now: () => Date.now(),
  });
  return {
    ...{ fixture, servers, deps },
    moves: await ServerMoves.open(deps()),
    put: (name: string, text: string) => fixture.put(path.normalize(name), text),
    read: (file: string) => fixture.read(file),
  };
}

function possible(shown: MovePreview): Extract<MovePreview, { kind: 'possible' }> {
  if (shown.kind === 'possible') return shown;
  throw new Error(shown.why);
}

function done(receipt: ServerReceipt): void {
  if (receipt.kind === 'refused') throw new Error(receipt.why);
}
