/**
 * Runs in the page before its own scripts: lists the tools the page registers and runs them. It
 * only talks to the content script, over a port that the content script passes to it.
 */
import { pageLimits } from '../../../src/shared/integrations/browser.ts';
import { findModelContext, resultOf, type ModelContext } from './model-context.ts';
import { isObject } from '../../../src/shared/base/is-object.ts';
import type { FromPage, PageTool, ToPage } from './page-messages.ts';

const quickMs = 250;
const slowMs = 2_000;
const fastPollMs = 10_000;
const quietPeriodMs = 30;

let port: MessagePort | null = null;
let watched: object | null = null;
let context: ModelContext | null = null;
let lastSent = '[]';
let listing: ReturnType<typeof setTimeout> | null = null;
const startedAt = performance.now();

/** The first such message arrives before any page script could send one. */
function takePort(event: MessageEvent): void {
  const [received] = event.ports;
  if (event.source !== window || event.data !== 'gatehouse-port' || !received || port) return;
  event.stopImmediatePropagation();
  window.removeEventListener('message', takePort, true);
  port = received;
  port.addEventListener('message', ({ data }) => void run(data as ToPage));
  port.start();
  check();
}

/** Polls, because a page may create or replace its registry at any time. */
function check(): void {
  const current = findModelContext();
  if (current && current.raw !== watched) {
    watched = current.raw;
    context = current.context;
    context.onChange(scheduleList);
  }
  if (context) scheduleList();
  const isEarly = performance.now() - startedAt < fastPollMs;
  setTimeout(check, isEarly ? quickMs : slowMs);
}

function scheduleList(): void {
  listing ??= setTimeout(() => {
    listing = null;
    void list();
  }, quietPeriodMs);
}

async function list(): Promise<void> {
  const tools = await (context?.list() ?? Promise.resolve([])).catch(() => []);
  const plain = tools.slice(0, pageLimits.toolsPerTab).flatMap(plainTool);
  const text = JSON.stringify(plain);
  if (text === lastSent) return;
  lastSent = text;
  post({ type: 'tools', tools: plain });
}

async function run({ id, name, args }: ToPage): Promise<void> {
  try {
    if (!context) throw new Error('The page has no tools any more.');
    const result = resultOf(await context.execute(name, args));
    if (JSON.stringify(result).length > pageLimits.resultLength)
      throw new Error('The result is too long.');
    post({ type: 'result', id, result });
  } catch (error) {
    post({ type: 'failed', id, message: error instanceof Error ? error.message : String(error) });
  }
}

/** Skips messages that cannot be cloned. */
function post(message: FromPage): void {
  port?.postMessage(JSON.stringify(message));
}

function plainTool(tool: Record<string, unknown>): readonly PageTool[] {
  const { name, title, description, inputSchema, annotations } = tool;
  if (typeof name !== 'string') return [];
  const schema = schemaOf(inputSchema);
  if (JSON.stringify(schema ?? {}).length > pageLimits.schemaLength) return [];
  return [
    {
      name: name.slice(0, 200),
      title: shortened(title, pageLimits.titleLength),
      description: shortened(description, pageLimits.descriptionLength),
      inputSchema: schema ?? { type: 'object' },
      annotations: isObject(annotations) ? { ...annotations } : {},
    },
  ];
}

const shortened = (text: unknown, max: number): string =>
  typeof text === 'string' ? text.slice(0, max) : '';

/** Older browsers return JSON text. */
function schemaOf(schema: unknown): unknown {
  if (typeof schema !== 'string') return schema;
  try {
    return JSON.parse(schema);
  } catch {
    return undefined;
  }
}

window.addEventListener('message', takePort, true);
