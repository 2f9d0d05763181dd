/** `npm run faults -- repositories` does the same ten thousand times. */
import { expect, test } from 'vitest';
import { scratch } from '../fakes/scratch.ts';
import { repositoryRounds } from './lib/repositories/rounds.ts';

test('F11 100 hostile repositories: no program runs, nothing from outside is shown or changed, all is on record', async () => {
  const { problems, ...seen } = await repositoryRounds(100, 17, scratch());
  expect(problems).toEqual([]);
  expect(seen).toMatchObject({
    ...{ repositories: 100, programsRun: 0, bytesFromOutside: 0, changedOutside: 0, unrecorded: 0 },
  });
  expect(seen.done).toBeGreaterThan(20);
  expect(seen.refused).toBeGreaterThan(60);
}, 300_000);
