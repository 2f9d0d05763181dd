/** Checks a plugin's tools and converts them to contributed tools. */
import { isAction } from '../../../shared/actions/actions.ts';
import type { ToolOffer } from '../../../shared/protocols/plugin-protocol.ts';
import { isScope, needsFolder } from '../../../shared/access/scopes.ts';
import type { ContributedTool } from '../../core/core.ts';
import { sha256 } from '../../platform/keys/tokens.ts';
import { markedPaths } from './marked-paths.ts';
import { checkWith, parseObject } from './schema-checks.ts';
import { problemWithSchema } from './schema-shape.ts';

export interface ToolsOf {
  readonly tools: readonly ContributedTool[];
  /** Tools that were left out, with the reason. */
  readonly leftOut: readonly string[];
}

const usualTimeoutMs = 5_000;
/** Some clients reject longer names. */
const maxNameLength = 64;
/** Our own tool names, which a plugin called `request` or `end` could otherwise use. */
const ourNames: ReadonlySet<string> = new Set([
  ...['request_access', 'await_access', 'access_status', 'preview_access', 'end_session'],
]);

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

/** The tool, or the reason why it was left out. */
function toolOf(pluginId: string, offer: ToolOffer): ContributedTool | string {
  const name = `${pluginId}_${offer.name}`;
  const { scope } = offer;
  if (name.length > maxNameLength) return `${name} is longer than ${maxNameLength} characters`;
  if (isAction(offer.name) || isAction(name) || ourNames.has(name))
    return 'its name is already taken';
  if (!isScope(scope)) return `unknown scope ${scope}`;
  // Access to tabs or the backend names no folder, so it must not extend to tools of an editor.
  if (!needsFolder([scope])) return `the scope ${scope} is not for plugins`;
  const problem = problemWithSchema(offer.input_schema);
  if (problem !== null) return problem;
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
  const own = {
    definitionHash: sha256(JSON.stringify(facts)),
    parse: parseObject,
    checkArguments: checkWith(offer.input_schema),
  };
  return Object.freeze({ ...facts, ...own, ...(pathsIn ? { pathsIn } : {}) });
}
