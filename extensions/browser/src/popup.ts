/** What the person sees behind the icon: the connection, and which sites agents may know of. */
import type { Connection, FromPopup, PopupState, PopupTab } from './page-messages.ts';

const worker = chrome.runtime.connect({ name: 'popup' });
const say = (message: FromPopup): void => worker.postMessage(message);
const find = (id: string): HTMLElement => document.querySelector(`#${id}`) as HTMLElement;
const field = (id: string): HTMLInputElement => find(id) as HTMLInputElement;

const words: Readonly<Record<Connection['state'], string>> = {
  unpaired: 'This browser is not connected to Gatehouse.',
  asked: 'Look at the window of Gatehouse: it asks whether this browser may connect.',
  'code-shown': 'Type the code that the window of Gatehouse shows.',
  connected: 'Connected to Gatehouse.',
  connecting: 'Connecting to Gatehouse …',
  'not-there': 'Gatehouse does not answer. It may not be running.',
  'not-proven':
    'What answers there is not the Gatehouse this browser was connected to. Nothing was sent to it.',
  forgotten: 'Gatehouse does not know this browser any more. Disconnect it and connect it anew.',
};

const isPaired = (state: Connection['state']): boolean =>
  !['unpaired', 'asked', 'code-shown'].includes(state);

/** Which tab the popup was opened over; a test says it in the address. */
async function tabInFront(): Promise<number | null> {
  const told = new URLSearchParams(location.search).get('tab');
  if (told !== null) return Number(told);
  const [tab] = await chrome.tabs.query({ active: true, currentWindow: true });
  return tab?.id ?? null;
}

function draw({ connection, trouble, port, tabs }: PopupState, front: number | null): void {
  const { state } = connection;
  document.body.dataset['state'] = state;
  find('state').textContent = words[state];
  find('trouble').textContent = trouble;
  find('trouble').hidden = trouble === '';
  find('pair').hidden = state !== 'unpaired';
  find('code-form').hidden = state !== 'code-shown';
  find('forget').hidden = !isPaired(state);
  const place = field('port');
  if (document.activeElement !== place) place.value = String(port);
  drawSite(tabs.find(({ tab }) => tab === front) ?? null);
}

function drawSite(tab: PopupTab | null): void {
  find('no-tools').hidden = tab !== null;
  find('site').hidden = tab === null;
  if (!tab) return;
  const { site, on, tools } = tab;
  find('site-name').textContent = site;
  const box = field('site-on');
  box.checked = on;
  box.onchange = () => say({ type: 'site', site, on: box.checked });
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

const front = await tabInFront();
worker.onMessage.addListener((state) => draw(state as PopupState, front));
find('pair').addEventListener('click', () => say({ type: 'pair' }));
find('forget').addEventListener('click', () => say({ type: 'forget' }));
find('code-form').addEventListener('submit', (event) => {
  event.preventDefault();
  const code = field('code');
  say({ type: 'code', code: code.value });
  code.value = '';
});
find('port').addEventListener('change', () => {
  const port = Number(field('port').value);
  if (Number.isInteger(port) && port > 0 && port <= 65_535) say({ type: 'port', port });
});
