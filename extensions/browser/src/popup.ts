/** The popup: connection state, and which sites agents may use. */
import type { HubConnection, FromPopup, PopupState, PopupTab } from './page-messages.ts';

const worker = chrome.runtime.connect({ name: 'popup' });
const post = (message: FromPopup): void => worker.postMessage(message);
const find = (id: string): HTMLElement => document.querySelector(`#${id}`) as HTMLElement;
const field = (id: string): HTMLInputElement => find(id) as HTMLInputElement;

const stateTexts: Readonly<Record<HubConnection['state'], string>> = {
  unpaired: 'This browser is not connected to Gatehouse.',
  asked: 'Look at the window of Gatehouse: it asks whether this browser may connect.',
  'code-shown': 'Type the code that the window of Gatehouse shows.',
  connected: 'Connected to Gatehouse.',
  connecting: 'Connecting to Gatehouse …',
  'not-there': 'Gatehouse does not answer. It may not be running.',
  'not-proven':
    'What answers there is not the Gatehouse this browser was connected to. Nothing was sent to it.',
  forgotten: 'Gatehouse does not know this browser any more. Disconnect it and connect it again.',
};

const isPaired = (state: HubConnection['state']): boolean =>
  !['unpaired', 'asked', 'code-shown'].includes(state);

/** The tab the popup was opened on; tests pass it in the URL. */
async function activeTabId(): Promise<number | null> {
  const tabParam = new URLSearchParams(location.search).get('tab');
  if (tabParam !== null) return Number(tabParam);
  const [tab] = await chrome.tabs.query({ active: true, currentWindow: true });
  return tab?.id ?? null;
}

function draw({ connection, error, port, tabs }: PopupState, activeTab: number | null): void {
  const { state } = connection;
  document.body.dataset['state'] = state;
  find('state').textContent = stateTexts[state];
  find('trouble').textContent = error;
  find('trouble').hidden = error === '';
  find('pair').hidden = state !== 'unpaired';
  find('code-form').hidden = state !== 'code-shown';
  find('forget').hidden = !isPaired(state);
  const portField = field('port');
  if (document.activeElement !== portField) portField.value = String(port);
  drawSite(tabs.find(({ tab }) => tab === activeTab) ?? null);
}

function drawSite(tab: PopupTab | null): void {
  find('no-tools').hidden = tab !== null;
  find('site').hidden = tab === null;
  if (!tab) return;
  const { site, on, tools } = tab;
  find('site-name').textContent = site;
  const box = field('site-on');
  box.checked = on;
  box.onchange = () => post({ type: 'site', site, on: box.checked });
  find('tools').replaceChildren(
    ...tools.map(({ name, description }) => {
      const item = document.createElement('li');
      const title = document.createElement('strong');
      title.textContent = name;
      item.append(title, ` ${description.slice(0, 200)}`);
      return item;
    }),
  );
}

const activeTab = await activeTabId();
worker.onMessage.addListener((state) => draw(state as PopupState, activeTab));
find('pair').addEventListener('click', () => post({ type: 'pair' }));
find('forget').addEventListener('click', () => post({ type: 'forget' }));
find('code-form').addEventListener('submit', (event) => {
  event.preventDefault();
  const code = field('code');
  post({ type: 'code', code: code.value });
  code.value = '';
});
find('port').addEventListener('change', () => {
  const port = Number(field('port').value);
  if (Number.isInteger(port) && port > 0 && port <= 65_535) post({ type: 'port', port });
});
