/** A whole house with a paired browser, and an agent that may use its tabs. */
import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import type { Ask } from '../../src/shared/asks.ts';
import { needsFolder, type Scope } from '../../src/shared/scopes.ts';
import { allowAll, TestHouse } from '../fakes/house.ts';
import { project } from './project.ts';
import { createTodo, FakeExtension, pair, type PageTool } from './fake-extension.ts';

export interface ToolResult {
  readonly isError?: boolean;
  readonly content: readonly { readonly type: string; readonly text?: string }[];
  readonly structuredContent?: Readonly<Record<string, unknown>>;
}

export async function browserHouse(tools: readonly PageTool[] = [createTodo]) {
  const house = await TestHouse.open();
  const paired = await pair(house);
  const extension = new FakeExtension(house, paired);
  extension.tools = tools;
  await extension.connect();
  return { house, paired, extension };
}

/** Asks for the right, and the person gives it. */
export async function grantBrowser(
  house: TestHouse,
  client: Client,
  scopes: readonly string[] = ['browser:tools'],
): Promise<void> {
  const roots = needsFolder(scopes as readonly Scope[]) ? [project()] : [];
  const wish = { scopes, roots, reason: 'to fill the list' };
  const asking = client.callTool({ name: 'request_access', arguments: wish });
  await house.answerNext(allowAll);
  await asking;
}

export const callTool = (client: Client, name: string, args: object = {}): Promise<ToolResult> =>
  client.callTool({ name, arguments: { ...args } }) as unknown as Promise<ToolResult>;

export async function answerConfirm(
  house: TestHouse,
  kind: 'once' | 'session' = 'once',
): Promise<Extract<Ask, { kind: 'confirm' }>> {
  const ask = await house.nextQuestion();
  if (ask.kind !== 'confirm') throw new Error(`this is an ${ask.kind} ask`);
  const receipt = house.app.core.asks.answer(ask.askId, { kind });
  if (!receipt.accepted) throw new Error(receipt.why);
  return ask;
}

export const textOf = ({ content }: ToolResult): string => content[0]?.text ?? '';

export const toolNames = async (client: Client): Promise<readonly string[]> =>
  (await client.listTools()).tools.map(({ name }) => name);
