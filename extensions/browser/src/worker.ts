/** The background worker. The browser may end it at any time, so persistent state is in storage. */
import { usualBrowserPort } from '../../../src/shared/integrations/browser.ts';
import type { HubPairing } from './app-client.ts';
import { HubSocket } from './hub-socket.ts';
import { answerTo } from './mcp-server.ts';
import { isObject } from '../../../src/shared/base/is-object.ts';
import type { FromPopup, PopupState } from './page-messages.ts';
import { askToPair, pairingStep, tryCode, type PairingStep } from './pairing.ts';
import { TabRegistry } from './tab-registry.ts';

const { version } = chrome.runtime.getManifest();
const popups = new Set<chrome.runtime.Port>();
const quietPeriodMs = 50;
let step: PairingStep | null = null;
let port = usualBrowserPort;
let pairing: HubPairing | null = null;
let notifyTimer: ReturnType<typeof setTimeout> | null = null;

const tabs = new TabRegistry(tabsChanged);
const hub = new HubSocket({
  onMessage: (message) => answerTo(message, tabs, version),
  changed: show,
});
const ready = start();

async function start(): Promise<void> {
  const stored = await chrome.storage.local.get(['port', 'pairing', 'sites']);
  const { tabs: before } = await chrome.storage.session.get('tabs');
  if (typeof stored['port'] === 'number') port = stored['port'];
  if (isPairing(stored['pairing'])) pairing = stored['pairing'];
  const sites: unknown = stored['sites'];
  tabs.setSites(Array.isArray(sites) ? sites.filter((site) => typeof site === 'string') : []);
  tabs.expect(Array.isArray(before) ? before.filter((item) => typeof item === 'number') : []);
  hub.use(pairing && { port, pairing });
  await chrome.alarms.create('wake', { periodInMinutes: 0.5 });
}

/** Debounced: many changes cause one notification. */
function tabsChanged(): void {
  notifyTimer ??= setTimeout(() => {
    notifyTimer = null;
    void tabs.ready.then(() => chrome.storage.session.set({ tabs: tabs.open }));
    hub.notify({ jsonrpc: '2.0', method: 'notifications/tools/list_changed' });
    show();
  }, quietPeriodMs);
}

function stateNow(): PopupState {
  const paired = step?.state === 'paired' ? null : step;
  return {
    connection: pairing ? { state: hub.state } : { state: paired?.state ?? 'unpaired' },
    error: paired?.error ?? '',
    port,
    tabs: tabs.forPopup(),
  };
}

function show(): void {
  const state = stateNow();
  for (const popup of popups) popup.postMessage(state);
  const offered = state.tabs.filter(({ on }) => on).reduce((sum, tab) => sum + tab.tools.length, 0);
  const connected = state.connection.state === 'connected';
  const badge = offered > 0 ? String(offered) : '';
  void chrome.action.setBadgeText({ text: connected ? badge : '!' });
  void chrome.action.setBadgeBackgroundColor({ color: connected ? '#2f6f4f' : '#8a5a00' });
  const title = connected ? `${offered} tools offered to agents` : 'not connected to Gatehouse';
  void chrome.action.setTitle({ title: `Gatehouse: ${title}` });
}

async function onPopupMessage(message: FromPopup): Promise<void> {
  await ready;
  switch (message.type) {
    case 'pair':
      step = await askToPair(port, version);
      break;
    case 'code':
      await apply(await tryCode(port, message.code));
      break;
    case 'forget':
      await forget();
      break;
    case 'port':
      port = message.port;
      await chrome.storage.local.set({ port });
      hub.use(pairing && { port, pairing });
      break;
    case 'site':
      await switchSite(message.site, message.on);
      break;
  }
  show();
}

async function apply(next: PairingStep): Promise<void> {
  step = next;
  if (next.state !== 'paired') return;
  ({ pairing } = next);
  step = null;
  await chrome.storage.local.set({ pairing });
  hub.use({ port, pairing });
}

async function forget(): Promise<void> {
  pairing = null;
  step = null;
  await chrome.storage.local.remove('pairing');
  hub.use(null);
}

async function switchSite(site: string, on: boolean): Promise<void> {
  const rest = tabs.sites.filter((item) => item !== site);
  const sites = on ? [...rest, site] : rest;
  await chrome.storage.local.set({ sites });
  tabs.setSites(sites);
}

/** Polls the pairing state while the popup is open. */
async function followPairing(popup: chrome.runtime.Port): Promise<void> {
  await ready;
  while (popups.has(popup)) {
    if (!pairing) {
      const now = await pairingStep(port);
      if (now && !(now.state === step?.state && step.state === 'code-shown')) step = now;
      show();
    }
    await new Promise((resolve) => setTimeout(resolve, 1_000));
  }
}

function welcomePopup(popup: chrome.runtime.Port): void {
  popups.add(popup);
  popup.onDisconnect.addListener(() => void popups.delete(popup));
  popup.onMessage.addListener((message) => void onPopupMessage(message as FromPopup));
  void ready.then(show);
  void followPairing(popup);
}

function isPairing(stored: unknown): stored is HubPairing {
  return (
    isObject(stored) && ['browserId', 'key', 'proofKey'].every((n) => typeof stored[n] === 'string')
  );
}

/** A content script has its page's origin, whatever name it gives its port. */
const isOurPage = ({ sender }: chrome.runtime.Port): boolean => sender?.origin === location.origin;

chrome.runtime.onConnect.addListener((opened) => {
  if (opened.name === 'page') tabs.welcome(opened);
  if (opened.name === 'popup' && isOurPage(opened)) welcomePopup(opened);
});
// Each of these events wakes a suspended worker, which connects on start.
chrome.alarms.onAlarm.addListener(() => void ready.then(() => hub.connect()));
chrome.runtime.onStartup.addListener(() => void ready);
chrome.runtime.onInstalled.addListener(() => void ready);
