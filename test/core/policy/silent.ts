/** Whether a call through the gate is carried out without a question. */
import type { Core } from '../../../src/main/core/core.ts';
import type { Outcome } from '../../../src/shared/actions/outcomes.ts';
import type { FakeClock } from '../../fakes/fake-clock.ts';
import { answerNext } from '../core-fixture.ts';

interface App {
  readonly core: Core;
  readonly clock: FakeClock;
  call(action: string, args: unknown): Promise<Outcome>;
}

/** The outcome if it comes without a question; otherwise the reasons of the question, which is denied. */
export async function silentOr(
  app: App,
  args: object,
  action = 'exec_command',
): Promise<Outcome | readonly string[]> {
  const passing = app.call(action, args);
  const isAsked = (): boolean => app.core.asks.list().length > 0;
  const done = passing.then(() => true);
  const timeout = performance.now() + 5_000;
  while (performance.now() < timeout && !isAsked()) {
    // A burst of calls waits for its turn.
    const isDone = await Promise.race([done, app.clock.advance(100).then(() => false)]);
    if (isDone) return passing;
  }
  const ask = await answerNext(app.core, app.clock, { kind: 'deny', reason: '' });
  await passing;
  return ask.kind === 'confirm' ? ask.because : [];
}

export const isSilent = async (app: App, argv: readonly string[]): Promise<boolean> =>
  !Array.isArray(await silentOr(app, { argv }));
