/** Lines that look like reading, like git's own actions, or like a command that was kept, and are not: none runs without a question. */
import { expect, test } from 'vitest';
import { done } from '../../../src/shared/actions/outcomes.ts';
import { agent, boldAccess, coreWith, granted, never, recordingExecutor } from '../core-fixture.ts';
import { hostileLines } from './hostile-lines.ts';
import { moreHostileLines } from './more-hostile-lines.ts';
import { oddHostileLines } from './odd-hostile-lines.ts';
import { silentOr } from './silent.ts';

/** The session also holds what git's actions need, so that their commands are silent. */
const scopes = [
  ...boldAccess.scopes,
  ...['git:status', 'view:diffs', 'git:commit', 'git:branch', 'search:project'],
];

test.each([
  ['by programs', hostileLines],
  ['by more programs', moreHostileLines],
  ['oddly written', oddHostileLines],
])('F6 F7 no hostile line is silent: %s', async (_, lines) => {
  const { core, clock } = await coreWith();
  const executor = { actions: ['exec_command'], answer: done({}), builtIn: true } as const;
  const ran = recordingExecutor(core, executor);
  await granted(core, clock, { args: { ...boldAccess, scopes } });
  const call = (action: string, args: unknown) => core.gate.pass({ action, args }, agent, never);
  for (const line of lines) await silentOr({ core, clock, call }, { command_line: line });
  expect(lines.length).toBeGreaterThan(200);
  expect(ran.map(({ command }) => command?.parts ?? command?.argv)).toEqual([]);
  // Control: the session still runs what only reads, and git's own commands.
  for (const argv of [['ls'], ['rg', 'x'], ['git', 'status'], ['git', 'commit', '-m', 'x']])
    expect(await silentOr({ core, clock, call }, { argv })).toMatchObject({ kind: 'done' });
});
