/** Who sent a hook is told by its key and its connection, not by what the message says. */
import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { adapterFor } from '../../src/main/integrations/native/adapters/adapters.ts';
import type { Core } from '../../src/main/core/core.ts';
import { NativeCalls, type NativeSender } from '../../src/main/transports/native/native-calls.ts';
import type { NativeFiles } from '../../src/main/transports/native/native-files.ts';
import { NativeTransport } from '../../src/main/transports/native/native-transport.ts';
import { ClientId } from '../../src/shared/base/ids.ts';
import type { NativeEvent } from '../../src/shared/native/native-call.ts';
import { FakeClock } from '../fakes/fake-clock.ts';

const noFiles = {} as NativeFiles;
const read = {
  ...{ session_id: 'c1', cwd: '/ws', hook_event_name: 'PreToolUse', tool_use_id: 't1' },
  ...{ tool_name: 'Read', tool_input: { file_path: '/ws/a' } },
};

/** An endpoint for one key; reads need no core. */
async function endpointFor(name: string) {
  const lookedUp: string[] = [];
  const transport = new NativeTransport({
    ...{ core: {} as Core, clock: new FakeClock(), adapterFor, files: noFiles },
    prove: () => '',
    projectFolderOf: async () => null,
    agentBehind: async (_socket, clientId) => {
      lookedUp.push(clientId);
      return null;
    },
    onError: () => undefined,
  });
  const by = { audience: 'client', clientId: ClientId.parse(name) } as const;
  const server = http.createServer((request, response) => {
    void transport.endpoint.serve(request, response, by);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const send = async (client: string): Promise<number> => {
    const { status } = await fetch(`http://127.0.0.1:${port}/`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ client, input: JSON.stringify(read) }),
    });
    return status;
  };
  return { send, lookedUp };
}

it('a client with the key of another is refused', async () => {
  const { send, lookedUp } = await endpointFor('claude-code');
  expect(await send('claude-code')).toBe(200);
  expect(await send('codex')).toBeGreaterThanOrEqual(400);
  expect(lookedUp).toEqual(['claude-code']);
});

it('the program behind a hook is looked for each time, not once per claimed conversation', async () => {
  const { send, lookedUp } = await endpointFor('claude-code');
  await send('claude-code');
  await send('claude-code');
  expect(lookedUp).toHaveLength(2);
});

it('another key cannot end, report or share a call', async () => {
  const asked: AbortSignal[] = [];
  const calls = new NativeCalls({
    access: {
      run: (_call, signal) => {
        asked.push(signal);
        return new Promise(() => undefined);
      },
    },
    ...{ files: noFiles, clock: new FakeClock(), onError: () => undefined },
  });
  const from = (name: string): NativeSender => ({
    ...{ client: 'cursor', agentName: 'Cursor' },
    agent: {
      ...{ clientId: ClientId.parse(name), claimedName: '', claimedVersion: '' },
      ...{ door: 'hook', verified: null },
    },
  });
  const about = {
    ...{ conversation: 'c1', cwd: '/ws', callId: 't1', tool: 'Shell', args: {} },
    request: { kind: 'command', line: 'ls', inBackground: false },
  } as const;
  const { signal } = new AbortController();
  const send = (name: string, event: NativeEvent) => calls.receive(event, from(name), signal);
  void send('cursor', { kind: 'before', ...about });
  await send('claude-code', { kind: 'after', ...about, succeeded: true });
  await send('claude-code', { kind: 'session-ended', conversation: 'c1', cwd: '/ws' });
  expect(asked.map(({ aborted }) => aborted)).toEqual([false]);
  void send('claude-code', { kind: 'before', ...about });
  expect(asked).toHaveLength(2);
  await send('cursor', { kind: 'session-ended', conversation: 'c1', cwd: '/ws' });
  expect(asked.map(({ aborted }) => aborted)).toEqual([true, false]);
});
