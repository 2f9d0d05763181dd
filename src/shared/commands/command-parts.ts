/** The parts of a line such as `a | b && c` that runs without a shell: programs, and how they are joined. */
import { z } from 'zod';

/** How a part is joined to the next one; `|` hands its output on, the last has none. */
export const PartJoin = z.enum(['|', '&&', '||', ';', 'none']);
export type PartJoin = z.infer<typeof PartJoin>;

/** Whether what a part prints is kept, and whether its errors go the way of its output (`2>&1`). */
export const PartStreams = z.strictObject({
  stdout: z.enum(['kept', 'dropped']),
  stderr: z.enum(['kept', 'output', 'dropped']),
});
export type PartStreams = z.infer<typeof PartStreams>;

/** More is refused: nobody could judge it in an ask. */
export const maxParts = 16;

/** Which parts run together because pipes connect them, by their places in the line. */
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

/** As a user would write it, for events and sentences. */
export function partWords(
  parts: readonly { readonly argv: readonly string[]; readonly join: PartJoin }[],
): readonly string[] {
  return parts.flatMap(({ argv, join }) => (join === 'none' ? argv : [...argv, join]));
}
