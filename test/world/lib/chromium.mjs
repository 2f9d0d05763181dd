// Debian's Chromium with our extension, and pages with tools for it.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import http from 'node:http';
import path from 'node:path';
import { chromium } from 'playwright';

/** @typedef {import('./walk.mjs').World} World */
/** @typedef {{ tabs: { query(wanted: object): Promise<{ id: number }[]> } }} Extension */

const program = () => execFileSync('which', ['chromium'], { encoding: 'utf8' }).trim();

/** @param {string} repo @param {string[]} features */
const flags = (repo, features) => {
  const extension = path.join(repo, 'dist/browser-extension');
  return [
    '--headless=new',
    `--load-extension=${extension}`,
    `--disable-extensions-except=${extension}`,
    '--no-first-run',
    '--password-store=basic',
    ...(features.length > 0 ? [`--enable-features=${features.join()}`] : []),
    ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  ];
};

/**
 * With Playwright attached, which keeps the extension's worker awake.
 * @param {World} ctx @param {string} profile @param {string[]} features
 */
export async function watchedChromium(ctx, profile, features = []) {
  const context = await chromium.launchPersistentContext(path.join(ctx.home, profile), {
    executablePath: program(),
    headless: false,
    ignoreDefaultArgs: ['--disable-extensions'],
    args: flags(ctx.repo, features),
  });
  const worker = context.serviceWorkers()[0] ?? (await context.waitForEvent('serviceworker'));
  const id = new URL(worker.url()).host;
  /** @param {number} [tab] the tab it is opened over */
  const popup = async (tab) => {
    const page = await context.newPage();
    await page.goto(`chrome-extension://${id}/popup.html${tab === undefined ? '' : `?tab=${tab}`}`);
    return page;
  };
  /** @param {string} url */
  const open = async (url) => {
    const known = new Set(await tabIds(worker));
    const page = await context.newPage();
    await page.goto(url);
    const tab = (await tabIds(worker)).find((one) => !known.has(one)) ?? -1;
    return { page, tab };
  };
  return { context, popup, open, close: () => context.close() };
}

/** @param {import('playwright').Worker} worker @returns {Promise<number[]>} */
const tabIds = (worker) =>
  worker.evaluate(async () => {
    const { chrome } = /** @type {{ chrome: Extension }} */ (/** @type {unknown} */ (globalThis));
    return (await chrome.tabs.query({})).map(({ id }) => id);
  });

/**
 * By itself, with nobody attached, as a person runs it.
 * @param {World} ctx @param {string} profile @param {string} url
 */
export function plainChromium(ctx, profile, url) {
  const args = [...flags(ctx.repo, []), `--user-data-dir=${path.join(ctx.home, profile)}`, url];
  const child = spawn(program(), args, { env: ctx.env, stdio: 'ignore' });
  return {
    /** The process its extension lives in. @returns {number[]} */
    extensionProcesses: () =>
      descendantsOf(child.pid ?? 0).filter((pid) => commandOf(pid).includes('--extension-process')),
    async close() {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
    },
  };
}

/** @param {number} parent @returns {number[]} */
export function descendantsOf(parent) {
  const all = fs.readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  const own = all.map(Number).filter((pid) => parentOf(pid) === parent);
  return own.flatMap((pid) => [pid, ...descendantsOf(pid)]);
}

/** @param {number} pid */
const parentOf = (pid) => Number(/^PPid:\s+(\d+)/m.exec(read(`/proc/${pid}/status`))?.[1] ?? 0);

/** @param {number} pid */
const commandOf = (pid) => read(`/proc/${pid}/cmdline`);

/** @param {string} file */
function read(file) {
  try {
    return fs.readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

/**
 * A todo list whose page offers `createTodo`; what it holds is told to the test by the server.
 * @param {string | null} polyfill the text of a script that brings the register along
 */
export async function startTodoSite(polyfill) {
  /** @type {string[]} */
  const todos = [];
  const server = http.createServer((request, response) => {
    if (request.method === 'POST') {
      request.on('data', (chunk) => todos.push(String(chunk)));
      request.on('end', () => response.end());
    } else if (request.url === '/polyfill.js') {
      response.writeHead(200, { 'Content-Type': 'text/javascript' }).end(polyfill ?? '');
    } else {
      response.writeHead(200, { 'Content-Type': 'text/html' }).end(todoPage);
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  return { url: `http://127.0.0.1:${port}/`, origin: `http://127.0.0.1:${port}`, todos, close };
}

const todoPage = `<!doctype html>
<title>Todos</title>
<script src="/polyfill.js"></script>
<ul id="todos"></ul>
<script type="module">
  await document.modelContext.registerTool({
    name: 'createTodo',
    title: 'Add a todo',
    description: 'Adds a todo to the list.',
    inputSchema: {
      type: 'object',
      properties: { text: { type: 'string' }, afterMs: { type: 'number' } },
      required: ['text'],
    },
    async execute({ text, afterMs = 0 }) {
      await new Promise((resolve) => setTimeout(resolve, afterMs));
      const item = document.createElement('li');
      item.textContent = text;
      document.querySelector('#todos').append(item);
      await fetch('/', { method: 'POST', body: text });
      const length = document.querySelectorAll('#todos li').length;
      return { content: [{ type: 'text', text: 'added ' + text + ', now ' + length }] };
    },
  });
</script>`;
