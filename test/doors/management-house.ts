/** A house and what an owner's program says to its management API. */
import { expect } from 'vitest';
import type { AskAnswer } from '../../src/shared/asks.ts';
import { answerNext, readAccess } from '../core/core-fixture.ts';
import { errorOf, sendJson, tokens, type openHouse, type Reply } from './house.ts';

export type House = Awaited<ReturnType<typeof openHouse>>;
export type Json = Record<string, unknown>;

export const owner = { token: tokens.management };
export const wanted = { agent_id: 'agent-1', ...readAccess, ttl_seconds: 600 };
export const jsonOf = (reply: Reply): Json => JSON.parse(reply.text) as Json;
export const verdict = (reply: Reply): unknown => [reply.status, errorOf(reply)];

export const post = ({ port }: House, path: string, json: unknown): Promise<Reply> =>
  sendJson(port, { path, ...owner, json });

export async function requested(house: House, more: Json = {}): Promise<string> {
  const reply = await post(house, '/mcp/request_access', { ...wanted, ...more });
  expect(reply.status).toBe(200);
  return String(jsonOf(reply)['request_id']);
}

/** The person answers, and what that means has become true. */
export async function answered(
  { core, clock }: House,
  id: string,
  answer: AskAnswer,
): Promise<void> {
  await answerNext(core, clock, answer);
  await core.requests.get(id)?.settled;
}

export const allow = {
  kind: 'allow',
  scopes: ['read:files'],
  roots: ['/w/app'],
  seconds: 300,
} as const;
