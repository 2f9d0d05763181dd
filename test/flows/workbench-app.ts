/** An agent with every right in a TypeScript project, the real workbench, and a person who says yes. */
import path from 'node:path';
import { onTestFinished } from 'vitest';
import type { ConfirmAsk } from '../../src/shared/asks/asks.ts';
import { allScopes } from '../../src/shared/access/scopes.ts';
import { allowAll, TestApp } from '../fakes/test-app.ts';
import { scratch } from '../fakes/scratch.ts';
import { typescriptProject } from '../fakes/typescript-project.ts';
import { callTool } from './tool-call.ts';

export async function workbenchApp() {
  const app = await TestApp.open();
  const root = path.join(scratch(), 'prices');
  const at = typescriptProject(root);
  const client = await app.connect('coder');
  const asking = callTool(client, 'request_access', {
    scopes: [...allScopes],
    roots: [root],
    reason: 'to fix the prices',
  });
  await app.answerNext(allowAll);
  await asking;
  const confirmed = sayYes(app);
  /** Gives what was done; anything else is told in full. */
  const call = async (name: string, args: Record<string, unknown> = {}) => {
    // No agent is that quick; the limits are tested elsewhere.
    app.clock.skip(1_000);
    const { isError, data } = await callTool(client, name, args);
    if (isError) throw new Error(`${name}: ${JSON.stringify(data)}`);
    return data;
  };
  return { app, root, at, client, call, confirmed };
}

/** Every question that comes from now on is answered at once, and kept. */
function sayYes({ app: { core } }: TestApp): readonly ConfirmAsk[] {
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
