/**
 * The page's tool registry, `document.modelContext` or `navigator.modelContext`, built in or
 * provided by the page. This code runs in the page, so nothing here can be trusted.
 */
import { isObject } from '../../../src/shared/base/is-object.ts';

export interface ModelContext {
  list(): Promise<readonly Record<string, unknown>[]>;
  execute(name: string, args: unknown): Promise<unknown>;
  /** Not every implementation fires this, so the list is polled too. */
  onChange(listener: () => void): void;
}

interface ToolRegister extends EventTarget {
  getTools?(): Promise<readonly unknown[]>;
  executeTool?(tool: unknown, input: unknown): Promise<unknown>;
}

/** Null while the page has none; `raw` identifies the object. */
export function findModelContext(): {
  readonly raw: object;
  readonly context: ModelContext;
} | null {
  const hosts = [document, navigator] as unknown as readonly Record<string, unknown>[];
  for (const host of hosts) {
    const raw = host['modelContext'];
    if (isRegister(raw)) return { raw, context: contextOf(raw) };
  }
  return null;
}

const isRegister = (raw: unknown): raw is ToolRegister =>
  typeof raw === 'object' &&
  raw !== null &&
  typeof (raw as ToolRegister).getTools === 'function' &&
  typeof (raw as ToolRegister).executeTool === 'function';

function contextOf(register: ToolRegister): ModelContext {
  const list = async (): Promise<readonly Record<string, unknown>[]> =>
    [...((await register.getTools?.()) ?? [])].filter((tool) => isObject(tool));
  return {
    list,
    async execute(name, args) {
      const tool = (await list()).find((item) => item['name'] === name);
      if (!tool) throw new Error(`The page has no tool ${name} any more.`);
      return register.executeTool?.(tool, inputOf(args));
    },
    onChange: (listener) => register.addEventListener('toolchange', listener),
  };
}

/**
 * Some implementations take an object and some its JSON. This object converts to its JSON, so one
 * call works for both and nothing runs twice.
 */
function inputOf(args: unknown): object {
  const fields = isObject(args) ? args : {};
  const json = JSON.stringify(fields);
  return Object.defineProperty({ ...fields }, Symbol.toPrimitive, { value: () => json });
}

/** Converts a tool's return value to an MCP result. */
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
