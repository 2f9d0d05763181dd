/** A safeguard that stops ordinary work is switched off; what agents type in a day must get through. */
import { expect, test } from 'vitest';
import { resolveCall, shape } from '../../src/main/core/gate/resolve-call.ts';
import type { Session } from '../../src/shared/access/access.ts';
import { sessionLines } from './commands/cases/session.ts';
import { agent, needsWith, rootAt } from './core-fixture.ts';
import { isError } from '../../src/shared/actions/outcomes.ts';

const session = { scopes: ['run:commands'], roots: [rootAt('/w/app')] } as unknown as Session;

async function codeOf(args: object): Promise<string | null> {
  const shaped = shape({ action: 'exec_command', args });
  if (isError(shaped)) return shaped.code;
  const rules = { list: () => [] };
  const finished = await resolveCall(shaped, agent, [session], { needs: needsWith(), rules });
  return isError(finished) ? finished.code : null;
}

test('of what agents type in a day, only what reaches outside is refused; the rest is put to the user', async () => {
  const refused: string[] = [];
  for (const line of sessionLines) {
    const asArgv = await codeOf({ command_line: line });
    const code =
      asArgv === 'not-one-command' ? await codeOf({ argv: ['bash', '-c', line] }) : asArgv;
    if (code !== null) refused.push(`${code}: ${line}`);
  }
  expect(refused.every((one) => one.startsWith('command-outside: '))).toBe(true);
  expect(refused.length / sessionLines.length).toBeLessThan(0.02);
});
