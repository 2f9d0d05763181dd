/**
 * The parts of a line such as `a | b && c`, which runs without a shell: programs, and how they are
 * joined.
 */
import { z } from 'zod';

/** How a part is joined to the next one; `|` pipes its output, the last part has none. */
export const PartJoin = z.enum(['|', '&&', '||', ';', 'none']);
export type PartJoin = z.infer<typeof PartJoin>;

/** Whether a part's output is kept, and whether its errors go the same way (`2>&1`). */
export const PartStreams = z.strictObject({
  stdout: z.enum(['kept', 'dropped']),
  stderr: z.enum(['kept', 'output', 'dropped']),
});
export type PartStreams = z.infer<typeof PartStreams>;

/** Longer lines are refused: nobody could judge them in an ask. */
export const maxParts = 16;

/** Which parts run together because pipes connect them, as positions in the line. */
export function pipelinesOf(
  parts: readonly { readonly join: PartJoin }[],
): readonly (readonly number[])[] {
  const pipelines: number[][] = [];
  for (const [at] of parts.entries()) {
    if (parts[at - 1]?.join === '|') pipelines.at(-1)?.push(at);
    else pipelines.push([at]);
  }
  return pipelines;
}

/** As a user would type it, for events and sentences. */
export function partWords(
  parts: readonly { readonly argv: readonly string[]; readonly join: PartJoin }[],
): readonly string[] {
  return parts.flatMap(({ argv, join }) => (join === 'none' ? argv : [...argv, join]));
}
