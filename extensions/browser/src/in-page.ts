/**
 * Runs in the page itself, before its own scripts: looks at the tools the page registers and runs
 * them. It talks to nobody but the script beside the page, over a port that script hands to it.
 */
import { pageLimits } from '../../../src/shared/browser.ts';
import { findModelContext, resultOf, type ModelContext } from './model-context.ts';
import { isObject, type FromPage, type PageTool, type ToPage } from './page-messages.ts';

const quickMs = 250;
const slowMs = 2_000;
const quickFor = 10_000;
const settleMs = 30;

let port: MessagePort | null = null;
let watched: object | null = null;
let context: ModelContext | null = null;
let told = '[]';
let listing: ReturnType<typeof setTimeout> | null = null;
const startedAt = performance.now();

/** The first message of this shape comes before any script of the page could send one. */
function takePort(event: MessageEvent): void {
  const [given] = event.ports;
  if (event.source !== window || event.data !== 'gatehouse-port' || !given || port) return;
  event.stopImmediatePropagation();
  window.removeEventListener('message', takePort, true);
  port = given;
  port.addEventListener('message', ({ data }) => void run(data as ToPage));
  port.start();
  look();
}

/** A page may bring its register along at any time, and put another in its place. */
function look(): void {
  const found = findModelContext();
  if (found && found.raw !== watched) {
    watched = found.raw;
    context = found.context;
    context.onChange(listSoon);
  }
  if (context) listSoon();
  const soon = performance.now() - startedAt < quickFor;
  setTimeout(look, soon ? quickMs : slowMs);
}

function listSoon(): void {
  listing ??= setTimeout(() => {
    listing = null;
    void list();
  }, settleMs);
}

async function list(): Promise<void> {
  const tools = await (context?.list() ?? Promise.resolve([])).catch(() => []);
  const plain = tools.slice(0, pageLimits.toolsPerTab).flatMap(plainTool);
  const text = JSON.stringify(plain);
  if (text === told) return;
  told = text;
  say({ type: 'tools', tools: plain });
}

async function run({ id, name, args }: ToPage): Promise<void> {
  try {
    if (!context) throw new Error('The page has no tools any more.');
    const result = resultOf(await context.execute(name, args));
    if (JSON.stringify(result).length > pageLimits.resultLength)
      throw new Error('The answer is longer than may be given.');
    say({ type: 'result', id, result });
  } catch (error) {
    say({ type: 'failed', id, message: error instanceof Error ? error.message : String(error) });
  }
}

/** What cannot be copied is not said. */
function say(message: FromPage): void {
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
      title: short(title, pageLimits.titleLength),
      description: short(description, pageLimits.descriptionLength),
      inputSchema: schema ?? { type: 'object' },
      annotations: isObject(annotations) ? { ...annotations } : {},
    },
  ];
}

const short = (text: unknown, longest: number): string =>
  typeof text === 'string' ? text.slice(0, longest) : '';

/** Older browsers give its JSON. */
function schemaOf(schema: unknown): unknown {
  if (typeof schema !== 'string') return schema;
  try {
    return JSON.parse(schema);
  } catch {
    return undefined;
  }
}

window.addEventListener('message', takePort, true);
