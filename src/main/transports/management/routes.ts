/** Shared types and helpers of the management routes. */
import type { IncomingMessage } from 'node:http';
import type { z } from 'zod';
import { isError, refused, type Refused } from '../../../shared/actions/outcomes.ts';
import { readAs, type Problem } from '../../../shared/base/parse.ts';
import { readJson } from '../http/replies.ts';

export type RouteReply = Readonly<Record<string, unknown>> | Refused;
export type RouteHandler = (request: IncomingMessage) => Promise<RouteReply>;
/** By method and path, as in `GET /status`. */
export type Routes = Readonly<Record<string, RouteHandler>>;

export const isRefusal = (answer: RouteReply): answer is Refused => isError(answer);

/** A route whose body must match a schema. */
export const withBody =
  <Body extends z.ZodType>(
    schema: Body,
    act: (body: z.infer<Body>, request: IncomingMessage) => Promise<RouteReply>,
  ): RouteHandler =>
  async (request) => {
    const body = await readJson(request);
    if (isError(body)) return body;
    const parsed = readAs(schema, body.json);
    return parsed.success ? act(parsed.data, request) : refusedField(parsed.error);
  };

/** A route whose query must match a schema. A repeated parameter never matches. */
export const withQuery =
  <Query extends z.ZodType>(
    schema: Query,
    act: (query: z.infer<Query>) => Promise<RouteReply>,
  ): RouteHandler =>
  async (request) => {
    const given = [...paramsOf(request)];
    const twice = given.find(([name], at) => given.findIndex(([item]) => item === name) !== at);
    if (twice) return refused('invalid-arguments', `${twice[0]}: given twice.`);
    const parsed = readAs(schema, Object.fromEntries(given));
    return parsed.success ? act(parsed.data) : refusedField(parsed.error);
  };

export function paramsOf(request: IncomingMessage): URLSearchParams {
  const url = request.url ?? '';
  const at = url.indexOf('?');
  return new URLSearchParams(at === -1 ? '' : url.slice(at + 1));
}

export function refusedField(
  { issues }: { readonly issues: readonly Problem[] },
  whole = 'body',
): Refused {
  const [issue] = issues;
  const unknown = issue?.keys?.[0];
  const field = [...(issue?.path ?? []), ...(unknown ? [unknown] : [])].map(String).join('.');
  const detail = `${field || whole}: ${issue?.message ?? 'does not fit'}`;
  return refused('invalid-arguments', `${detail.slice(0, 300)}.`);
}
