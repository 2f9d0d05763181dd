/**
 * The page's own register of tools: `document.modelContext` or `navigator.modelContext`, built into
 * the browser or brought along by the page. This runs in the page, so nothing here can be trusted.
 */
import { isObject } from './page-messages.ts';

export interface ModelContext {
  list(): Promise<readonly Record<string, unknown>[]>;
  execute(name: string, args: unknown): Promise<unknown>;
  /** Not all of them tell; the list is looked at now and then anyway. */
  onChange(listener: () => void): void;
}

interface Register extends EventTarget {
  getTools?(): Promise<readonly unknown[]>;
  executeTool?(tool: unknown, input: unknown): Promise<unknown>;
}

/** Null while the page has none; `raw` tells whether it is still the same one. */
export function findModelContext(): {
  readonly raw: object;
  readonly context: ModelContext;
} | null {
  const places = [document, navigator] as unknown as readonly Record<string, unknown>[];
  for (const place of places) {
    const raw = place['modelContext'];
    if (isRegister(raw)) return { raw, context: contextOf(raw) };
  }
  return null;
}

const isRegister = (raw: unknown): raw is Register =>
  typeof raw === 'object' &&
  raw !== null &&
  typeof (raw as Register).getTools === 'function' &&
  typeof (raw as Register).executeTool === 'function';

function contextOf(register: Register): ModelContext {
  const list = async (): Promise<readonly Record<string, unknown>[]> =>
    [...((await register.getTools?.()) ?? [])].filter((tool) => isObject(tool));
  return {
    list,
    async execute(name, args) {
      const tool = (await list()).find((one) => one['name'] === name);
      if (!tool) throw new Error(`The page has no tool ${name} any more.`);
      return register.executeTool?.(tool, inputOf(args));
    },
    onChange: (listener) => register.addEventListener('toolchange', listener),
  };
}

/**
 * Some take an object and some its JSON. Whoever turns this object into a text gets the JSON, so
 * that there is one call for all, and none that is tried twice.
 */
function inputOf(args: unknown): object {
  const fields = isObject(args) ? args : {};
  const json = JSON.stringify(fields);
  return Object.defineProperty({ ...fields }, Symbol.toPrimitive, { value: () => json });
}

/** Whatever came of it, as a result of MCP. */
export function resultOf(value: unknown): object {
  const read = typeof value === 'string' ? parsed(value) : value;
  if (isObject(read) && Array.isArray(read['content'])) return read;
  if (isObject(read)) return { content: [textOf(JSON.stringify(read))], structuredContent: read };
  return { content: [textOf(typeof value === 'string' ? value : JSON.stringify(value ?? null))] };
}

const textOf = (text: string) => ({ type: 'text', text });

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
