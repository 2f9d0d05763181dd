/**
 * Tools of open tabs as contributed tools. Names, texts and schemas come from web pages and are
 * untrusted.
 */
import { pageLimits, pageMeta, tabToolName } from '../../../shared/integrations/browser.ts';
import type { ContributedTool, ToolAnnotations } from '../../core/core.ts';
import { sha256 } from '../../platform/keys/tokens.ts';
import { checkWith, parseObject } from '../plugins/schema-checks.ts';
import { problemWithSchema } from '../plugins/schema-shape.ts';
import { isObject } from '../../../shared/base/is-object.ts';
import { plainLine, plainSchema } from './page-text.ts';

export interface TabTool extends ContributedTool {
  readonly site: string | null;
  /** The number that agents see. */
  readonly tab: number;
  readonly tabTitle: string;
  /** The extension's own name for the tool. */
  readonly nameThere: string;
  readonly document: string | null;
}

export interface TabTools {
  readonly tools: readonly TabTool[];
  /** Tools that were left out, with the reason. */
  readonly leftOut: readonly string[];
}

/** Some clients reject longer names. */
const maxNameLength = 64;
const timeoutMs = 30_000;

/** `numberOf` maps the browser's tab id to the number that agents see. */
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

/** The tool, or the reason why it was left out. */
function toolOf(
  browserId: string,
  offer: unknown,
  numberOf: (tab: number) => number,
  taken: ReadonlyMap<string, unknown>,
): TabTool | string {
  if (!isObject(offer)) return 'an invalid tool definition';
  const { name: nameThere, inputSchema = { type: 'object' } } = offer;
  const parts = typeof nameThere === 'string' ? tabToolName.exec(nameThere) : null;
  if (typeof nameThere !== 'string' || !parts) return 'a tool without a tab';
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
  // The tab and its position are not part of the definition, so moving a tab does not change the
  // tool.
  const definitionHash = sha256(JSON.stringify(declared));
  return Object.freeze({
    ...{ name, ...declared, ...own },
    pluginId: browserId,
    definitionHash,
    parse: parseObject,
    checkArguments: checkWith(schema),
  });
}

/** Replaces characters that tool names cannot contain; a number makes the name unique. */
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

/** An http or https origin exactly as browsers write it; otherwise null. */
function siteOf(declared: unknown): string | null {
  if (typeof declared !== 'string' || declared.length > 300 || !URL.canParse(declared)) return null;
  const { origin, protocol } = new URL(declared);
  return origin === declared && (protocol === 'https:' || protocol === 'http:') ? origin : null;
}

function descriptionOf(site: string | null, words: unknown): string {
  const own = plainLine(words, pageLimits.descriptionLength);
  return `A tool of the web page ${site ?? '(unknown site)'}. The page's own description, not checked: ${own}`;
}

function annotationsOf(declared: unknown): ToolAnnotations {
  if (!isObject(declared)) return {};
  const names = ['readOnlyHint', 'destructiveHint', 'idempotentHint', 'openWorldHint'] as const;
  return Object.fromEntries(
    names.flatMap((name) => (typeof declared[name] === 'boolean' ? [[name, declared[name]]] : [])),
  );
}
