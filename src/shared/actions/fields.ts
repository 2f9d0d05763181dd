/**
 * Arguments and results that many actions share, each with a limit. Lines count from 1, as in
 * compilers; characters within a line count from 0 in UTF-16 units, as in language servers. The
 * end of a range is exclusive.
 */
import { z } from 'zod';

export const maxPathLength = 4096;
export const maxTextLength = 4 * 1024 * 1024;
export const maxItems = 10_000;

const lineNumber = z.int().min(1).max(100_000_000);
const characterNumber = z.int().min(0).max(100_000_000);

export const position = z.strictObject({
  line: lineNumber.describe('From 1'),
  character: characterNumber.describe('From 0'),
});

export const range = z.strictObject({
  start: position,
  end: position.describe('Exclusive'),
});

/** Whole lines, both inclusive. */
export const lineRange = z.strictObject({ start_line: lineNumber, end_line: lineNumber });

export const path = z.string().min(1).max(maxPathLength);
export const file = path.describe('Absolute path');
export const folder = path.describe('Folder to work in; default: your only one').optional();

/** NUL cannot be passed to a program. */
export const withoutNul = [(said: string) => !said.includes('\0'), 'must not contain NUL'] as const;

const staysInside = (glob: string): boolean =>
  !/^(?:[/\\~]|[a-z]:)/i.test(glob) && !glob.split(/[/\\]/).includes('..');

export const glob = z
  .string()
  .min(1)
  .max(512)
  .refine(...withoutNul)
  .refine(staysInside, 'must stay inside the folder: no leading slash and no ..');

export const globs = z
  .array(glob)
  .min(1)
  .max(64)
  .describe('Only files that match one, such as src/**/*.ts');

export const limit = (usual: number, most: number) => z.int().min(1).max(most).default(usual);

export const timeout = (usual: number, most: number) =>
  z.int().min(1).max(most).default(usual).describe('Seconds');

export const yesNo = (meaning: string) => z.boolean().default(false).describe(meaning);

/** The text to find, or its replacement. */
export const snippet = z.string().max(1024 * 1024);

/** A program would treat a leading dash as an option. */
export const noOption = (longest: number) =>
  z.string().min(1).max(longest).regex(/^[^-]/, 'must not begin with a dash');

export const gitRef = z
  .string()
  .min(1)
  .max(255)
  .regex(/^[^-\s]\S*$/, 'must not begin with a dash or contain spaces');

export const handle = z.string().min(1).max(128);

// What comes back. Executors cut before these bounds and say so in `truncated`.
export const foundPath = z.string().max(maxPathLength);
export const name = z.string().max(1024);
export const text = z.string().max(maxTextLength);
export const count = z.int().min(0);
export const heldBack = z
  .array(z.strictObject({ path: foundPath, why: z.string().max(300) }))
  .max(50)
  .optional()
  .describe(
    'Files that were set aside until the user decides, because they would run by themselves',
  );

export const truncated = z.boolean().describe('True when there are more results than returned');
export const version = z.string().max(128).describe('Changes whenever the content does');

export const listOf = <Item extends z.ZodType>(item: Item) => z.array(item).max(maxItems);

export const unifiedDiff = text.describe('Unified diff; empty when nothing changed');
export const fileDiff = z.strictObject({ path: foundPath, diff: unifiedDiff });
