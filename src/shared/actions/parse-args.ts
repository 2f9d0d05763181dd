/** Parses the arguments of a call. This happens once, where the gate takes the call in; from there on they have a type. */
import type { z } from 'zod';
import { readAs, type Problem } from '../base/parse.ts';
import { refused, type Refused } from './outcomes.ts';

/** In an object of its own, because arguments from outside may look like a refusal. */
export interface ParsedArgs<T = Readonly<Record<string, unknown>>> {
  readonly args: T;
}

/** The refusal names the first field that is wrong. */
export function parseArgs<Schema extends z.ZodType>(
  schema: Schema,
  args: unknown,
): ParsedArgs<z.output<Schema>> | Refused {
  const parsed = readAs(schema, args);
  if (parsed.success) return { args: parsed.data };
  return refused('invalid-arguments', firstProblem(parsed.error.issues));
}

function firstProblem([problem]: readonly Problem[]): string {
  if (!problem) return '';
  const field = problem.path.map(String).join('.') || 'arguments';
  // The message may quote the arguments, which may be long.
  return `${field}: ${problem.message}`.slice(0, 300).concat('.');
}
