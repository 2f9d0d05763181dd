/** A whole house with a paired browser, and an agent that may use its tabs. */
import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import type { Ask } from '../../src/shared/asks/asks.ts';
import { needsFolder, type Scope } from '../../src/shared/access/scopes.ts';
import { allowAll, TestApp } from '../fakes/test-app.ts';
import { project } from './project.ts';
import { createTodo, FakeExtension, pair, type PageTool } from './fake-extension.ts';

export interface ToolResult {
  readonly isError?: boolean;
  readonly content: readonly { readonly type: string; readonly text?: string }[];
  readonly structuredContent?: Readonly<Record<string, unknown>>;
}

export async function browserApp(tools: readonly PageTool[] = [createTodo]) {
  const app = await TestApp.open();
  const paired = await pair(app);
  const extension = new FakeExtension(app, paired);
  extension.tools = tools;
  await extension.connect();
  return { app, paired, extension };
}

/** Asks for the right, and the person gives it. */
export async function grantBrowser(
  app: TestApp,
  client: Client,
  scopes: readonly string[] = ['browser:tools'],
): Promise<void> {
  const roots = needsFolder(scopes as readonly Scope[]) ? [project()] : [];
  const accessArgs = { scopes, roots, reason: 'to fill the list' };
  const asking = client.callTool({ name: 'request_access', arguments: accessArgs });
  await app.answerNext(allowAll);
  await asking;
}

export const callTool = (client: Client, name: string, args: object = {}): Promise<ToolResult> =>
  client.callTool({ name, arguments: { ...args } }) as unknown as Promise<ToolResult>;

export async function answerConfirm(
  app: TestApp,
  kind: 'once' | 'session' = 'once',
): Promise<Extract<Ask, { kind: 'confirm' }>> {
  const ask = await app.nextQuestion();
  if (ask.kind !== 'confirm') throw new Error(`this is an ${ask.kind} ask`);
  const receipt = app.app.core.asks.answer(ask.askId, { kind });
  if (!receipt.accepted) throw new Error(receipt.why);
  return ask;
}

export const textOf = ({ content }: ToolResult): string => content[0]?.text ?? '';

export const toolNames = async (client: Client): Promise<readonly string[]> =>
  (await client.listTools()).tools.map(({ name }) => name);
