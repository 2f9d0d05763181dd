/** The text in a tool's result, in the clients' formats. */
import { isObject } from '../../../../shared/base/is-object.ts';

const maxParts = 100;

export function joinedParts(response: unknown): string | undefined {
  if (typeof response === 'string') return response;
  if (Array.isArray(response)) return partsIn(response);
  if (!isObject(response)) return undefined;
  const { stdout, stderr, content, error, output } = response;
  const written = [stdout, stderr].filter((text) => typeof text === 'string' && text !== '');
  if (written.length > 0) return written.join('\n');
  if (Array.isArray(content)) return partsIn(content);
  return [error, output].find((text) => typeof text === 'string');
}

/** The content of an MCP result. */
function partsIn(parts: readonly unknown[]): string | undefined {
  const found = parts
    .slice(0, maxParts)
    .map((part) => (isObject(part) ? part['text'] : undefined))
    .filter((text) => typeof text === 'string');
  return found.length === 0 ? undefined : found.join('\n');
}
