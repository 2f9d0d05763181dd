/** The tools of open tabs, made ready for the gate. All of it was written by web pages. */
import { pageLimits, pageMeta, tabToolName } from '../../../shared/integrations/browser.ts';
import type { ContributedTool, ToolAnnotations } from '../../core/core.ts';
import { sha256 } from '../../platform/keys/tokens.ts';
import { checkWith, parseObject } from '../plugins/schema-checks.ts';
import { problemWithSchema } from '../plugins/schema-shape.ts';
import { isObject } from '../../../shared/base/is-object.ts';
import { plainLine, plainSchema } from './page-text.ts';

export interface TabTool extends ContributedTool {
  readonly site: string | null;
  /** The number agents know the tab by. */
  readonly tab: number;
  readonly tabTitle: string;
  /** As the extension calls it. */
  readonly nameThere: string;
  readonly document: string | null;
}

export interface TabTools {
  readonly tools: readonly TabTool[];
  /** What is left out, and why. */
  readonly leftOut: readonly string[];
}

/** Clients are known to take no longer names. */
const maxNameLength = 64;
const timeoutMs = 30_000;

/** `numberOf`: which number a tab of this browser goes by. */
export function tabToolsOf(
  browserId: string,
  listed: unknown,
  numberOf: (tab: number) => number,
): TabTools {
  const offers = isObject(listed) && Array.isArray(listed['tools']) ? listed['tools'] : [];
  const tools = new Map<string, TabTool>();
  const leftOut: string[] = [];
  const perTab = new Map<number, number>();
  for (const offer of offers as readonly unknown[]) {
    const tool = toolOf(browserId, offer, numberOf, tools);
    if (typeof tool === 'string') leftOut.push(tool);
    else if (isTooMany(tool.tab, perTab)) leftOut.push(`${tool.name}: too many`);
    else tools.set(tool.name, tool);
  }
  return { tools: [...tools.values()], leftOut };
}

function isTooMany(tab: number, perTab: Map<number, number>): boolean {
  const before = perTab.get(tab) ?? 0;
  if (before >= pageLimits.toolsPerTab || (before === 0 && perTab.size >= pageLimits.tabs))
    return true;
  perTab.set(tab, before + 1);
  return false;
}

/** The tool, or why there is none. */
function toolOf(
  browserId: string,
  offer: unknown,
  numberOf: (tab: number) => number,
  taken: ReadonlyMap<string, unknown>,
): TabTool | string {
  if (!isObject(offer)) return 'something that is no tool';
  const { name: nameThere, inputSchema = { type: 'object' } } = offer;
  const parts = typeof nameThere === 'string' ? tabToolName.exec(nameThere) : null;
  if (typeof nameThere !== 'string' || !parts) return 'a tool of no tab';
  const tab = numberOf(Number(parts[1]));
  const ownName = plainLine(parts[2], pageLimits.nameLength);
  const name = freeName(`tab${tab}_`, ownName, taken);
  const schema = plainSchema(inputSchema);
  if (!schema || JSON.stringify(schema).length > pageLimits.schemaLength)
    return `${name}: its input schema cannot be used`;
  const problem = problemWithSchema(schema);
  if (problem !== null) return `${name}: ${problem}`;
  const { site, document, tabTitle } = pageOf(offer['_meta']);
  const declared = {
    site,
    ownName,
    title: plainLine(offer['title'], pageLimits.titleLength) || ownName,
    description: descriptionOf(site, offer['description']),
    inputSchema: schema,
    annotations: annotationsOf(offer['annotations']),
    scope: 'browser:tools',
  } as const;
  const own = { tab, tabTitle, nameThere, document, timeoutMs, answersInMcp: true };
  // Which tab it is in and where it stands in the browser make it no other tool.
  const definitionHash = sha256(JSON.stringify(declared));
  return Object.freeze({
    ...{ name, ...declared, ...own },
    pluginId: browserId,
    definitionHash,
    parse: parseObject,
    checkArguments: checkWith(schema),
  });
}

/** Agents know but few characters; two tools that become one name are told apart by a number. */
function freeName(prefix: string, own: string, taken: ReadonlyMap<string, unknown>): string {
  const plain = own.replaceAll(/[^A-Za-z0-9_-]/g, '_') || 'tool';
  for (let count = 1; ; count += 1) {
    const suffix = count === 1 ? '' : `_${count}`;
    const name = `${prefix}${plain.slice(0, maxNameLength - prefix.length - suffix.length)}${suffix}`;
    if (!taken.has(name)) return name;
  }
}

function pageOf(meta: unknown) {
  const declared = isObject(meta) ? meta : {};
  const {
    [pageMeta.site]: site,
    [pageMeta.document]: document,
    [pageMeta.title]: title,
  } = declared;
  return {
    site: siteOf(site),
    document: typeof document === 'string' ? document.slice(0, 100) : null,
    tabTitle: plainLine(title, pageLimits.titleLength),
  };
}

/** An origin as browsers write it, or nothing. */
function siteOf(declared: unknown): string | null {
  if (typeof declared !== 'string' || declared.length > 300 || !URL.canParse(declared)) return null;
  const { origin, protocol } = new URL(declared);
  return origin === declared && (protocol === 'https:' || protocol === 'http:') ? origin : null;
}

function descriptionOf(site: string | null, words: unknown): string {
  const own = plainLine(words, pageLimits.descriptionLength);
  return `A tool of the web page ${site ?? 'of an unknown site'}. The page says, unchecked: ${own}`;
}

function annotationsOf(declared: unknown): ToolAnnotations {
  if (!isObject(declared)) return {};
  const names = ['readOnlyHint', 'destructiveHint', 'idempotentHint', 'openWorldHint'] as const;
  return Object.fromEntries(
    names.flatMap((name) => (typeof declared[name] === 'boolean' ? [[name, declared[name]]] : [])),
  );
}
