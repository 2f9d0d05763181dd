/**
 * The content script, isolated from the page. It remembers which calls ran, so that a worker that
 * was suspended in between can ask again without running anything twice.
 */
import { isObject } from '../../../src/shared/base/is-object.ts';
import type { FromPage, FromTab, PageTool, ToTab } from './page-messages.ts';
import { CompletedCalls } from './completed-calls.ts';

const documentId = crypto.randomUUID();
const channel = new MessageChannel();
const calls = new CompletedCalls((id, name, args) =>
  channel.port1.postMessage({ type: 'call', id, name, args }),
);
let tools: readonly PageTool[] = [];
let worker: chrome.runtime.Port | null = null;
let connecting: ReturnType<typeof setTimeout> | null = null;
let waitMs = 100;

channel.port1.addEventListener('message', ({ data }) => onPageMessage(data));
channel.port1.start();
window.postMessage('gatehouse-port', '*', [channel.port2]);

/** The message comes from the page and is untrusted. */
function onPageMessage(text: unknown): void {
  const message = read(text);
  if (!message) return;
  if (message.type === 'tools') {
    tools = message.tools;
    if (worker) sendPortToPage();
    else if (tools.length > 0) connect();
  } else if (message.type === 'result') {
    calls.finish(message.id, { kind: 'result', result: message.result });
  } else {
    calls.finish(message.id, { kind: 'failed', message: message.message });
  }
}

function read(text: unknown): FromPage | null {
  const message = typeof text === 'string' ? parsed(text) : null;
  if (!isObject(message)) return null;
  const { type, id } = message;
  if (type === 'tools') return Array.isArray(message['tools']) ? (message as FromPage) : null;
  if (type !== 'result' && type !== 'failed') return null;
  return typeof id === 'string' ? (message as FromPage) : null;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Also wakes a suspended worker. Pages without tools never connect. */
function connect(): void {
  connecting = null;
  // The extension was reloaded or removed.
  if (chrome.runtime.id === undefined || worker) return;
  const port = chrome.runtime.connect({ name: 'page' });
  worker = port;
  port.onMessage.addListener((message) => {
    waitMs = 100;
    void onWorkerMessage(port, message as ToTab);
  });
  port.onDisconnect.addListener(() => {
    void chrome.runtime.lastError;
    if (worker === port) worker = null;
    connectLater();
  });
  sendPortToPage();
}

function connectLater(): void {
  if (connecting !== null || tools.length === 0) return;
  connecting = setTimeout(connect, waitMs);
  waitMs = Math.min(waitMs * 2, 5_000);
}

function sendPortToPage(): void {
  const { title } = document;
  post({ type: 'page', document: documentId, title: title.slice(0, 200), tools });
}

async function onWorkerMessage(port: chrome.runtime.Port, call: ToTab): Promise<void> {
  const isHere = call.document === null || call.document === documentId;
  const answer = isHere ? await calls.run(call) : ({ kind: 'gone' } as const);
  if (worker === port) post({ type: 'answer', id: call.id, answer });
}

function post(message: FromTab): void {
  worker?.postMessage(message);
}

/** Restored from the back/forward cache: the port was closed meanwhile. */
window.addEventListener('pageshow', ({ persisted }) => {
  if (persisted && !worker) connectLater();
});
