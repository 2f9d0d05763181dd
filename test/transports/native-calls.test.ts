/** How many calls of agents' own tools are open at a time. */
import { expect, onTestFinished, test } from 'vitest';
import type { ResolvedCall } from '../../src/main/core/core.ts';
import { maxOpen, NativeCalls } from '../../src/main/transports/native/native-calls.ts';
import type { ImplicitAccess } from '../../src/main/transports/mcp/implicit-access.ts';
import type { NativeFiles } from '../../src/main/transports/native/native-files.ts';
import { refused } from '../../src/shared/actions/outcomes.ts';
import type { NativeEvent } from '../../src/shared/native/native-call.ts';
import { FakeClock } from '../fakes/fake-clock.ts';
import { agent } from '../core/core-fixture.ts';

const files: NativeFiles = {
  plan: async () => null,
  store: async () => new Map(),
  storeText: async () => '',
};
const sender = { client: 'codex', agentName: 'Codex', agent };

/** Nobody answers: a call ends when its bridge has gone. */
const unanswered: ImplicitAccess['run'] = (_call, signal) =>
  new Promise((resolve) => {
    const end = (): void => resolve({ outcome: refused('ask-withdrawn') });
    signal.addEventListener('abort', end, { once: true });
  });

/** Released at once; its report never comes. */
const released: ImplicitAccess['run'] = async ({ native }, signal) => {
  const resolved = { action: 'native_command', places: [] } as unknown as ResolvedCall;
  return { outcome: (await native?.run(resolved, signal)) ?? refused('ask-withdrawn') };
};

function openCalls(run: ImplicitAccess['run']) {
  const clock = new FakeClock();
  const calls = new NativeCalls({
    ...{ access: { run }, files, clock },
    onError: (text) => expect.unreachable(text),
  });
  onTestFinished(() => calls.dispose());
  const ask = (number: number, gone = new AbortController()) =>
    calls.receive(command(number), sender, gone.signal);
  return { calls, clock, ask };
}

const command = (number: number): NativeEvent => ({
  ...{ kind: 'before', conversation: 'c1', cwd: '/w/app', tool: 'shell', args: {} },
  callId: `call-${number}`,
  request: { kind: 'command', line: `echo ${number}`, inBackground: false },
});

test('calls that wait for a decision are limited until one of them ends', async () => {
  const { calls, clock, ask } = openCalls(unanswered);
  const first = new AbortController();
  const refusal = ask(0, first);
  for (let number = 1; number < maxOpen; number += 1) void ask(number);
  expect(calls.count).toBe(maxOpen);
  expect(await ask(maxOpen)).toMatchObject({
    kind: 'deny',
    message: expect.stringMatching(/Too many calls wait for a decision/),
  });
  expect(calls.count).toBe(maxOpen);
  first.abort();
  expect(await refusal).toMatchObject({ kind: 'deny' });
  await clock.advance(0);
  expect(calls.count).toBe(maxOpen - 1);
  void ask(maxOpen);
  expect(calls.count).toBe(maxOpen);
});

test('a call that was released gives way to a new one', async () => {
  const { calls, clock, ask } = openCalls(released);
  for (let number = 0; number < maxOpen; number += 1)
    expect(await ask(number)).toEqual({ kind: 'allow' });
  expect(await ask(maxOpen)).toEqual({ kind: 'allow' });
  await clock.advance(0);
  expect(calls.count).toBe(maxOpen);
});
