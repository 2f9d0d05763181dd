/** What a plugin offers as tools, checked and made ready for the gate. */
import { Ajv, type ErrorObject } from 'ajv';
import { isAction } from '../../../shared/actions.ts';
import type { ToolOffer } from '../../../shared/plugin-protocol.ts';
import { isScope, needsFolder } from '../../../shared/scopes.ts';
import type { ContributedTool } from '../../core/offers.ts';
import { sha256 } from '../../platform/tokens.ts';
import { markedPaths } from './marked-paths.ts';

export interface ToolsOf {
  readonly tools: readonly ContributedTool[];
  /** What is left out, and why. */
  readonly leftOut: readonly string[];
}

const usualTimeoutMs = 5_000;
/** Clients are known to take no longer names. */
const longestName = 64;
const longestSchema = 32_768;
/** Names of our own that a plugin called `request` or `end` could otherwise take. */
const ourNames: ReadonlySet<string> = new Set([
  ...['request_access', 'await_access', 'access_status', 'preview_access', 'end_session'],
]);
/** Their cost is in the hands of whoever writes the arguments; the plugin checks them itself. */
const costlyKeywords = ['pattern', 'uniqueItems', 'format'];

export function toolsOf(pluginId: string, offers: readonly ToolOffer[]): ToolsOf {
  const tools = new Map<string, ContributedTool>();
  const leftOut: string[] = [];
  for (const offer of offers) {
    const tool = toolOf(pluginId, offer);
    if (typeof tool === 'string') leftOut.push(`${offer.name}: ${tool}`);
    else if (tools.has(tool.name)) leftOut.push(`${offer.name}: offered twice`);
    else tools.set(tool.name, tool);
  }
  return { tools: [...tools.values()], leftOut };
}

/** The tool, or why there is none. */
function toolOf(pluginId: string, offer: ToolOffer): ContributedTool | string {
  const name = `${pluginId}_${offer.name}`;
  const { scope } = offer;
  if (name.length > longestName) return `${name} is longer than ${longestName} letters`;
  if (isAction(offer.name) || isAction(name) || ourNames.has(name))
    return 'its name means something else already';
  if (!isScope(scope)) return `there is no scope ${scope}`;
  // A yes to tabs or the backend, which names no folder, is no yes to an editor.
  if (!needsFolder([scope])) return `the scope ${scope} is not for plugins`;
  const problemWith = checkerFor(offer.input_schema);
  if (typeof problemWith === 'string') return problemWith;
  const facts = {
    name,
    title: offer.title ?? offer.name,
    description: offer.description,
    inputSchema: offer.input_schema,
    annotations: offer.annotations,
    scope,
    pluginId,
    ownName: offer.name,
    timeoutMs: offer.timeout_ms ?? usualTimeoutMs,
  };
  const pathsIn = markedPaths(offer.input_schema, offer.annotations);
  const own = { definitionHash: sha256(JSON.stringify(facts)), problemWith };
  return Object.freeze({ ...facts, ...own, ...(pathsIn ? { pathsIn } : {}) });
}

/** Tells what is wrong with arguments; or in words why the schema cannot be used. */
export function checkerFor(
  schema: ToolOffer['input_schema'],
): ContributedTool['problemWith'] | string {
  if (JSON.stringify(schema).length > longestSchema) return 'its input schema is too long';
  if (JSON.stringify(schema).includes('"patternProperties"'))
    return 'patternProperties are not read';
  const ajv = new Ajv({ strict: false, validateFormats: false, logger: false });
  for (const keyword of costlyKeywords) ajv.removeKeyword(keyword);
  try {
    // An unknown dialect would be refused; what we read of them all is the same.
    const { $schema: _dialect, $async: _async, ...plain } = schema;
    const fits = ajv.compile(plain);
    return (args) => (fits(args) ? null : wordsFor(fits.errors?.[0]));
  } catch (error) {
    return `its input schema cannot be read: ${String(error)}`;
  }
}

function wordsFor(error: ErrorObject | undefined): string {
  if (!error) return 'arguments: wrong.';
  const { instancePath, message = 'wrong', params } = error;
  const field = instancePath.slice(1).replaceAll('/', '.') || 'arguments';
  const extra: unknown = params['additionalProperty'];
  return `${field}: ${message}${typeof extra === 'string' ? ` (${extra.slice(0, 100)})` : ''}.`;
}
