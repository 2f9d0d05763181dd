/**
 * Vitest set-up: a test that leaves a timer, a socket, a process, a listener or
 * a Disposable open fails, and so does a file that leaves one open after its last hook.
 * Around hooks see what is left after every other hook, onTestFinished included.
 */
import { aroundAll, aroundEach } from 'vitest';
import { setLeakTracker } from '../../src/shared/base/disposable.ts';
import { lastingLeaksSince, takeCensus, type Census } from './leak-census.ts';
import { disposableWatch, watchTimers } from './open-things.ts';

// Node opens these on first touch, which would look like a leak of whoever touched them.
void [process.stdin, process.stdout, process.stderr];
watchTimers();
setLeakTracker(disposableWatch);
const beforeFile = takeCensus();
let someTestFailed = false;

aroundEach(async (runTest, { task }) => {
  setLeakTracker(disposableWatch);
  const before = takeCensus();
  await runTest();
  // What failed half-way had no chance to close; its failure is what matters.
  if (task.result?.state === 'fail') someTestFailed = true;
  else await failOnLeaks('test', before);
});

aroundAll(async (runSuite) => {
  await runSuite();
  if (!someTestFailed) await failOnLeaks('file', beforeFile);
});

async function failOnLeaks(culprit: 'test' | 'file', before: Census): Promise<void> {
  const leaks = await lastingLeaksSince(before);
  if (leaks.length === 0) return;
  someTestFailed = true;
  throw new Error(`this ${culprit} left open:\n${leaks.map((leak) => `- ${leak}`).join('\n')}`);
}
