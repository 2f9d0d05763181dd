/**
 * What a plain file command such as `rm a` or `mv a b` does, as steps that the workbench carries
 * out itself.
 */
import { z } from 'zod';

const path = z.string().max(4096);

export const FileStep = z.discriminatedUnion('op', [
  /** Moves it to our trash. */
  z.strictObject({
    op: z.literal('delete'),
    path,
    recursive: z.boolean(),
    mayBeAbsent: z.boolean(),
  }),
  /** Neither overwrites anything. */
  z.strictObject({ op: z.literal('move'), path, newPath: path }),
  z.strictObject({ op: z.literal('copy'), path, newPath: path }),
  z.strictObject({ op: z.literal('make-folder'), path, withParents: z.boolean() }),
  /** Creates an empty file, or updates a file's time. */
  z.strictObject({ op: z.literal('touch'), path }),
]);
export type FileStep = Readonly<z.infer<typeof FileStep>>;

export const maxFileSteps = 100;
