/** Whatever came in from outside, read by a schema; it never throws. */
import type { z } from 'zod';

export interface Problem {
  readonly path: readonly PropertyKey[];
  readonly message: string;
  /** Fields that nobody asked for. */
  readonly keys?: readonly string[];
}

export type Read<T> =
  | { readonly success: true; readonly data: T }
  | { readonly success: false; readonly error: { readonly issues: readonly Problem[] } };

/**
 * The library compares lengths before it has looked at the kind of a value, and an object whose
 * `length` cannot be compared makes that throw. Such a value is unfit like any other.
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
