/** Finds the arguments that a tool's schema marks as paths, so that the gate can check them. */
import type { PathInArgs, PathUse, ValidArgs } from '../../../shared/actions/actions.ts';
import { kindOfTool, type ContributedTool, type ToolAnnotations } from '../../core/core.ts';

const mark = 'x-gatehouse-path';
const uses: ReadonlySet<unknown> = new Set<PathUse>(['read', 'list', 'write', 'create', 'delete']);

type JsonSchema = Readonly<Record<string, unknown>>;

/** Null when it marks none. Only strings and lists of strings at the top level can be marked. */
export function markedPaths(
  schema: JsonSchema,
  annotations: ToolAnnotations,
): NonNullable<ContributedTool['pathsIn']> | null {
  const { properties } = schema;
  if (!isSchema(properties)) return null;
  const marked = Object.entries(properties).flatMap(([field, candidate]) => {
    const use = useIn(candidate, annotations);
    return use ? [{ field, use }] : [];
  });
  if (marked.length === 0) return null;
  return (args) => marked.flatMap(({ field, use }) => pathsAt(args, field, use));
}

function useIn(property: unknown, annotations: ToolAnnotations): PathUse | null {
  if (!isSchema(property)) return null;
  const item = property['type'] === 'array' ? property['items'] : property;
  if (!isSchema(item)) return null;
  const named = item[mark] ?? property[mark];
  if (uses.has(named)) return named as PathUse;
  return named === true || item['format'] === 'path' ? usualUse(annotations) : null;
}

/** A mark without a use counts as writing. */
function usualUse(annotations: ToolAnnotations): PathUse {
  const kind = kindOfTool(annotations);
  if (kind === 'read') return 'read';
  return kind === 'destroy' ? 'delete' : 'write';
}

function pathsAt(args: ValidArgs, field: string, use: PathUse): readonly PathInArgs[] {
  const value = args[field];
  const paths = (Array.isArray(value) ? value : [value]).filter(
    (candidate) => typeof candidate === 'string',
  );
  return paths.map((path) => ({ field, path, use, mayBeAbsent: use !== 'read' && use !== 'list' }));
}

const isSchema = (value: unknown): value is JsonSchema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
