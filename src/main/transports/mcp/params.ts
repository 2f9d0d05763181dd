import type { z } from 'zod';
import { ProtocolProblem, rpc, type Params } from './registry.ts';
import { readAs } from '../../../shared/base/parse.ts';

/** Parses the params, or throws an error that names the field. */
export function parsedParams<T>(schema: z.ZodType<T>, params: Params): T {
  const parsed = readAs(schema, params);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const field = ['params', ...(issue?.path ?? []).map(String)].join('.');
  throw unfitField(field, issue?.message ?? 'unfit');
}

export const unfitField = (field: string, problem: string): ProtocolProblem =>
  new ProtocolProblem(rpc.invalidParams, `${field}: ${problem}.`, 'Correct it and send it again.');
