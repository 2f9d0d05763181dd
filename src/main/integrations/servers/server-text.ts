/**
 * The pinned texts of a server: its instructions and, for each tool, every part that a model
 * reads. The digest covers all of it, so any change makes it another tool.
 */
import { structuredPatch } from 'diff';
import { z } from 'zod';
import type { ContentDiff } from '../../../shared/files/file-history.ts';
import type { PinnedTextChange } from '../../../shared/servers/server-views.ts';
import { sha256 } from '../../platform/keys/tokens.ts';
import { diffOfPatch } from '../clients/shown-diff.ts';

const jsonObject = z.record(z.string(), z.unknown());

/** Longer ones are left out, because nobody could review them. */
export const OfferedTool = z.object({
  name: z.string().min(1).max(256),
  title: z.string().max(2_000).nullable().default(null),
  description: z.string().max(100_000).default(''),
  inputSchema: jsonObject,
  outputSchema: jsonObject.nullable().default(null),
  annotations: jsonObject.nullable().default(null),
});
export type OfferedTool = Readonly<z.infer<typeof OfferedTool>>;

export const maxInstructions = 100_000;

const deepest = 64;

/**
 * The same text for equal values, whatever the order of their keys. Throws if the value is nested
 * too deeply.
 */
export function canonicalJson(value: unknown, depth = 0): string {
  if (depth > deepest) throw new Error('it is nested too deep');
  if (Array.isArray(value))
    return `[${value.map((item) => canonicalJson(item, depth + 1)).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const entries = Object.entries(value)
    .filter(([, item]) => item !== undefined)
    .toSorted(([a], [b]) => (a < b ? -1 : 1));
  const fields = entries.map(
    ([name, item]) => `${JSON.stringify(name)}:${canonicalJson(item, depth + 1)}`,
  );
  return `{${fields.join(',')}}`;
}

export const digestOfTool = (tool: OfferedTool): string =>
  sha256(
    canonicalJson([
      ...['tool', tool.name, tool.title, tool.description],
      ...[tool.inputSchema, tool.outputSchema, tool.annotations],
    ]),
  );

export const digestOfInstructions = (text: string): string =>
  sha256(canonicalJson(['instructions', text]));

/** Accepted together with the removal of a tool. */
export const digestOfRemoval = (pinned: OfferedTool): string =>
  sha256(canonicalJson(['removed', digestOfTool(pinned)]));

type ToolPart = Exclude<PinnedTextChange['part'], 'instructions'>;

const partsOf = (tool: OfferedTool | null): Readonly<Record<ToolPart, string>> => ({
  name: tool?.name ?? '',
  title: tool?.title ?? '',
  description: tool?.description ?? '',
  input: pretty(tool?.inputSchema ?? null),
  output: pretty(tool?.outputSchema ?? null),
  annotations: pretty(tool?.annotations ?? null),
});

const pretty = (value: object | null): string =>
  value === null ? '' : JSON.stringify(JSON.parse(canonicalJson(value)), null, 2);

/** All parts that differ. */
export function changesOf(
  pinned: OfferedTool | null,
  offered: OfferedTool | null,
): readonly PinnedTextChange[] {
  const [before, after] = [partsOf(pinned), partsOf(offered)];
  const parts = ['name', 'title', 'description', 'input', 'output', 'annotations'] as const;
  return parts
    .filter((part) => before[part] !== after[part])
    .map((part) => ({ part, diff: diffOf(before[part], after[part]) }));
}

export const instructionsChange = (before: string, after: string): readonly PinnedTextChange[] =>
  before === after ? [] : [{ part: 'instructions', diff: diffOf(before, after) }];

/** Diffs with more edits are not computed: a crafted text could make that take forever. */
const maxEdits = 20_000;

function diffOf(before: string, after: string): ContentDiff {
  const options = { context: 3, maxEditLength: maxEdits, timeout: 500 };
  const patch = structuredPatch('', '', lined(before), lined(after), '', '', options);
  return patch
    ? diffOfPatch(patch)
    : { kind: 'large', bytesBefore: before.length, bytesAfter: after.length };
}

const lined = (text: string): string => (text === '' || text.endsWith('\n') ? text : `${text}\n`);

const charactersPerToken = 4;

/** An estimate. */
export const tokensOf = (tool: OfferedTool): number =>
  Math.ceil(
    (tool.name.length +
      (tool.title?.length ?? 0) +
      tool.description.length +
      JSON.stringify(tool.inputSchema).length) /
      charactersPerToken,
  );
