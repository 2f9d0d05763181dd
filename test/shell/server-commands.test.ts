/** Commands of the Servers page: what is confirmed in a system dialog first. */
import { expect, it } from 'vitest';
import { serverDetails, foundServers } from '../../dev/server-fixtures.ts';
import { serverCommands } from '../../src/main/shell/commands/server-commands.ts';
import type { SettingQuestion } from '../../src/main/shell/commands/setting-confirmations.ts';
import { ServerName, type ServerSpec } from '../../src/shared/servers/server-commands.ts';
import { fakeServers } from '../fakes/fake-servers.ts';

const name = ServerName.parse('x');
const spec = (more: object = {}): ServerSpec => ({
  ...{ kind: 'stdio', command: 'npx', args: ['x\u202Emcp'], env: [], folders: [], hosts: [] },
  ...{ isOutsideSandbox: false, ...more },
});

function open(says: boolean) {
  const fake = fakeServers(serverDetails, foundServers);
  const asked: SettingQuestion[] = [];
  const commands = serverCommands(
    { servers: fake.servers, serverMoves: fake.moves },
    async (one) => {
      asked.push(one);
      return says;
    },
  );
  return { ...fake, asked, commands };
}

it('adds a sandboxed or remote server without a question', async () => {
  const { commands, asked, acts } = open(false);
  await commands['servers:add']({ name, spec: spec(), secrets: {} });
  const remote = { kind: 'http', url: 'https://a.example', headers: [] } as const;
  await commands['servers:edit']({ name, spec: remote });
  expect(asked).toEqual([]);
  expect(acts).toEqual(['add x', 'edit x']);
});

it('asks in a system dialog before anything runs without the sandbox, and shows the command', async () => {
  const { commands, asked, acts } = open(false);
  const outside = spec({ isOutsideSandbox: true });
  expect(await commands['servers:add']({ name, spec: outside, secrets: {} })).toMatchObject({
    kind: 'refused',
    why: expect.stringMatching(/did not confirm/) as unknown,
  });
  expect(acts).toEqual([]);
  expect(asked[0]?.message).toContain('without the sandbox');
  expect(asked[0]?.detail).toContain('npx x');
  expect(asked[0]?.detail).not.toContain('\u202E');
});

it('asks again when what was confirmed changes, and not for the same again', async () => {
  const { commands, asked, acts } = open(true);
  const outside = spec({ isOutsideSandbox: true });
  await commands['servers:add']({ name, spec: outside, secrets: {} });
  await commands['servers:edit']({ name, spec: outside });
  expect(asked).toHaveLength(1);
  await commands['servers:edit']({ name, spec: spec({ isOutsideSandbox: true, command: 'sh' }) });
  expect(asked).toHaveLength(2);
  expect(acts).toEqual(['add x', 'edit x', 'edit x']);
});
