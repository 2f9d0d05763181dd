/** A house and what an owner's program says to its management API. */
import { expect } from 'vitest';
import type { AskAnswer } from '../../src/shared/asks/asks.ts';
import { answerNext, readAccess } from '../core/core-fixture.ts';
import { errorOf, sendJson, tokens, type openTestApp, type Reply } from './test-app.ts';

export type TestApp = Awaited<ReturnType<typeof openTestApp>>;
export type Json = Record<string, unknown>;

export const owner = { token: tokens.management };
export const wanted = { agent_id: 'agent-1', ...readAccess, ttl_seconds: 600 };
export const jsonOf = (reply: Reply): Json => JSON.parse(reply.text) as Json;
export const verdict = (reply: Reply): unknown => [reply.status, errorOf(reply)];

export const post = ({ port }: TestApp, path: string, json: unknown): Promise<Reply> =>
  sendJson(port, { path, ...owner, json });

export async function requested(app: TestApp, more: Json = {}): Promise<string> {
  const reply = await post(app, '/mcp/request_access', { ...wanted, ...more });
  expect(reply.status).toBe(200);
  return String(jsonOf(reply)['request_id']);
}

/** The person answers, and what that means has become true. */
export async function answered(
  { core, clock }: TestApp,
  id: string,
  answer: AskAnswer,
): Promise<void> {
  await answerNext(core, clock, answer);
  await core.requests.get(id)?.outcome;
}

export const allow = {
  kind: 'allow',
  scopes: ['read:files'],
  roots: ['/w/app'],
  seconds: 300,
} as const;
