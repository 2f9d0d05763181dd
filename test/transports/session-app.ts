/** A house whose session tokens the test knows, and editors that do as the test says. */
import { onTestFinished } from 'vitest';
import type { Core, ResolvedCall } from '../../src/main/core/core.ts';
import type { SessionId } from '../../src/shared/base/ids.ts';
import { done, type Outcome } from '../../src/shared/actions/outcomes.ts';
import { agentCalled, granted, type FakeNeeds } from '../core/core-fixture.ts';
import { openTestApp, TestSocket } from './test-app.ts';

export const pathTo = (sessionId: SessionId): string => `/mcp/session/${sessionId}`;

export async function appWithSession(own: Partial<FakeNeeds> = {}, args?: unknown) {
  const messages: string[] = [];
  const newSessionToken = (): string => {
    messages.push(`session-token-${messages.length}`);
    return messages.at(-1) ?? '';
  };
  const app = await openTestApp({ newSessionToken, ...own });
  const grant = async (who: string, wanted: unknown = args) => {
    const asked = wanted === undefined ? {} : { args: wanted };
    const sessionId = await granted(app.core, app.clock, { who: agentCalled(who), ...asked });
    return { sessionId, token: messages.at(-1) ?? '' };
  };
  const { sessionId, token } = await grant('cursor');
  const connect = async (id = sessionId, by = token): Promise<TestSocket> => {
    const socket = new TestSocket(app.port, pathTo(id), by);
    await socket.opened();
    return socket;
  };
  return { ...app, sessionId, token, grant, connect };
}

export const open = (id: string | number, path = '/w/app/a.ts') => ({
  type: 'cmd',
  id,
  action: 'open_file',
  args: { path },
});

/** An editor whose answers the test gives, call by call. */
export function patientEditor(core: Core) {
  const calls: { call: ResolvedCall; signal: AbortSignal; answer: (outcome: Outcome) => void }[] =
    [];
  const registered = core.executors.register({
    name: 'patient',
    actions: new Set(['open_file']),
    run: (call, _entryId, signal) =>
      new Promise<Outcome>((answer) => {
        calls.push({ call, signal, answer });
      }),
  });
  onTestFinished(() => registered.dispose());
  onTestFinished(() => calls.forEach(({ answer }) => answer(done({}))));
  return calls;
}

/** Turns of the loop until something is so; a test that waits for nothing runs into its time limit. */
export const until = async (look: () => boolean): Promise<void> => {
  while (!look()) await new Promise((resolve) => setImmediate(resolve));
};
