/** Routes about MCP servers: what no program may do through them, whatever it sends. */
import { Readable } from 'node:stream';
import type { IncomingMessage } from 'node:http';
import { expect, it } from 'vitest';
import { foundServers, sampleTool } from '../../dev/server-fixtures.ts';
import { serverRoutes } from '../../src/main/transports/management/server-routes.ts';
import { isRefusal, type RouteReply } from '../../src/main/transports/management/routes.ts';
import { fakeServers, type FakeServers } from '../fakes/fake-servers.ts';

const moved = {
  ...{ moveId: '11111111-1111-4111-8111-111111111111', at: 5, names: ['a'], files: ['/f'] },
};
const open = (pin: 'pinned' | 'new' = 'pinned'): FakeServers =>
  fakeServers(
    { tools: [sampleTool({ pin })], instructions: null, pinError: null },
    {
      ...foundServers,
      moved: [{ ...moved, moveId: moved.moveId.replace(/^1/, '2'), at: 1 }, moved],
    },
  );

async function call(
  fake: FakeServers | null,
  route: string,
  body?: unknown,
): Promise<RouteReply | undefined> {
  const [method = '', url = ''] = route.split(' ');
  const request = Object.assign(
    Readable.from(body === undefined ? [] : [Buffer.from(JSON.stringify(body))]),
    {
      ...{ method, url, headers: { 'content-type': 'application/json' } },
    },
  ) as unknown as IncomingMessage;
  return serverRoutes(() => fake)[`${method} ${url.split('?')[0] ?? ''}`]?.(request);
}

const codeOf = (reply: RouteReply | undefined): unknown =>
  reply && isRefusal(reply) ? reply.code : reply;
const local = { kind: 'stdio', command: 'npx', args: ['x-mcp'] };

it('N73 adds a server that is off and in the sandbox', async () => {
  const fake = open();
  const reply = await call(fake, 'POST /mcp/servers/add', { name: 'x', spec: local });
  expect(reply).toMatchObject({ name: 'x', enabled: false });
  expect(fake.added.get('x')).toEqual({
    isEnabled: false,
    spec: { ...local, env: [], folders: [], hosts: [], isOutsideSandbox: false },
  });
});

it.each([
  ['outside the sandbox', { name: 'x', spec: { ...local, isOutsideSandbox: true } }],
  ['turned on', { name: 'x', spec: local, isEnabled: true }],
  ['with a name that could be taken for a tool', { name: 'a__b', spec: local }],
  ['at an address that is none', { name: 'x', spec: { kind: 'http', url: 'file:///etc' } }],
])('adds nothing %s', async (_how, body) => {
  const fake = open();
  expect(codeOf(await call(fake, 'POST /mcp/servers/add', body))).toBe('invalid-arguments');
  expect(fake.added.size).toBe(0);
});

it('starts nothing of which the user has accepted nothing', async () => {
  for (const [pin, acts] of [
    ['new', []],
    ['pinned', ['enable x', 'restart x']],
  ] as const) {
    const fake = open(pin);
    await call(fake, 'POST /mcp/servers/add', { name: 'x', spec: local });
    await call(fake, 'POST /mcp/servers/enable', { name: 'x', enabled: true });
    await call(fake, 'POST /mcp/servers/restart', { name: 'x' });
    expect(fake.acts).toEqual(['add x', ...acts]);
  }
});

it('turns one off, removes it, and moves others so that they are off', async () => {
  const fake = open('new');
  await call(fake, 'POST /mcp/servers/enable', { name: 'x', enabled: false });
  await call(fake, 'POST /mcp/servers/remove', { name: 'x' });
  await call(fake, 'POST /mcp/servers/move', { names: ['slack'] });
  await call(fake, 'POST /mcp/servers/undo', {});
  expect(fake.acts).toEqual(['disable x', 'remove x', 'move slack off', `undo ${moved.moveId}`]);
});

it.each(['accept', 'reject', 'set-policy', 'set-visible', 'set-secret', 'edit', 'login'])(
  'has no route to %s',
  async (verb) => {
    const fake = open();
    expect(await call(fake, `POST /mcp/servers/${verb}`, { name: 'x' })).toBeUndefined();
    expect(fake.acts).toEqual([]);
  },
);

it('lists servers, tools, logs and what was found, without values of secrets', async () => {
  const fake = open();
  await call(fake, 'POST /mcp/servers/add', { name: 'x', spec: local, secrets: { A: 'hunter2' } });
  const all = await Promise.all(
    ['', '/tools?name=x', '/log?name=x', '/found'].map((path) =>
      call(fake, `GET /mcp/servers${path}`),
    ),
  );
  expect(all).toMatchObject([
    { servers: [{ name: 'x', enabled: false, isolation: 'sandboxed' }], token_budget: 20_000 },
    { tools: [{ name: 'read_text_file', pin: 'pinned', policy: 'allow' }] },
    { lines: ['one', 'two'] },
    { found: [{ name: 'postgres' }, {}, {}], moved: [{}, { move_id: moved.moveId }] },
  ]);
  expect(JSON.stringify(all)).not.toContain('hunter2');
  expect(codeOf(await call(fake, 'GET /mcp/servers/tools?name=y'))).toBe('invalid-arguments');
  expect(codeOf(await call(null, 'GET /mcp/servers'))).toBe('shutting-down');
});
