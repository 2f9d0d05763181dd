/** Parses input from outside with a schema; never throws. */
import type { z } from 'zod';

export interface Problem {
  readonly path: readonly PropertyKey[];
  readonly message: string;
  /** Unknown fields. */
  readonly keys?: readonly string[];
}

export type Read<T> =
  | { readonly success: true; readonly data: T }
  | { readonly success: false; readonly error: { readonly issues: readonly Problem[] } };

/**
 * zod compares lengths before it checks the type, and throws if an object's `length` cannot be
 * compared. Such a value is invalid like any other.
 */
export function readAs<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
): Read<z.output<Schema>> {
  try {
    return schema.safeParse(value);
  } catch {
    return { success: false, error: { issues: [{ path: [], message: 'cannot be read' }] } };
  }
}
