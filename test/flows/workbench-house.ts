/** An agent with every right in a TypeScript project, the real workbench, and a person who says yes. */
import path from 'node:path';
import { onTestFinished } from 'vitest';
import type { ConfirmAsk } from '../../src/shared/asks.ts';
import { allScopes } from '../../src/shared/scopes.ts';
import { allowAll, TestHouse } from '../fakes/house.ts';
import { scratch } from '../fakes/scratch.ts';
import { typescriptProject } from '../fakes/typescript-project.ts';
import { callTool } from './tool-call.ts';

export async function workbenchHouse() {
  const house = await TestHouse.open();
  const root = path.join(scratch(), 'prices');
  const at = typescriptProject(root);
  const client = await house.connect('coder');
  const asking = callTool(client, 'request_access', {
    scopes: [...allScopes],
    roots: [root],
    reason: 'to mend the prices',
  });
  await house.answerNext(allowAll);
  await asking;
  const confirmed = sayYes(house);
  /** Gives what was done; anything else is told in full. */
  const call = async (name: string, args: Record<string, unknown> = {}) => {
    // No agent is that quick; the limits are tested elsewhere.
    house.clock.skip(1_000);
    const { isError, data } = await callTool(client, name, args);
    if (isError) throw new Error(`${name}: ${JSON.stringify(data)}`);
    return data;
  };
  return { house, root, at, client, call, confirmed };
}

/** Every question that comes from now on is answered at once, and kept. */
function sayYes({ app: { core } }: TestHouse): readonly ConfirmAsk[] {
  const confirmed: ConfirmAsk[] = [];
  const looking = setInterval(() => {
    const ask = core.asks.list().find((one) => one.waiting > 0);
    if (ask?.kind !== 'confirm') return;
    confirmed.push(ask);
    core.asks.answer(ask.askId, { kind: 'once' });
  }, 5);
  onTestFinished(() => clearInterval(looking));
  return confirmed;
}
