/** Lines that look like reading, or like a command that was kept, and are not: none runs without a question. */
import { expect, test } from 'vitest';
import { done } from '../../../src/shared/actions/outcomes.ts';
import { boldApp, recordingExecutor } from '../core-fixture.ts';
import { hostileLines } from './hostile-lines.ts';
import { moreHostileLines } from './more-hostile-lines.ts';
import { silentOr } from './silent.ts';

const lines = [...hostileLines, ...moreHostileLines];

test('F6 no hostile line is silent', async () => {
  const app = await boldApp();
  const lineRunner = { actions: ['exec_command'], answer: done({}), builtIn: true } as const;
  const ranLines = recordingExecutor(app.core, lineRunner);
  for (const line of lines) await silentOr(app, { command_line: line });
  expect(lines.length).toBeGreaterThan(450);
  const ran = [...app.ran, ...ranLines];
  expect(ran.map(({ command }) => command?.parts ?? command?.argv)).toEqual([]);
  // Control: the session still runs what only reads.
  expect(await silentOr(app, { argv: ['ls'] })).toMatchObject({ kind: 'done' });
});
