/** All text of the Editors and tabs page. */
import type { BackendView } from '../../shared/integrations/backend.ts';
import { count } from '../text/counting.ts';
import { ago, spanWords } from '../text/times.ts';

export const editorsText = {
  // backend-card.tsx
  backend: 'Backend',
  noBackendIsConfiguredSo: 'No backend is configured, so agents have no backend tools.',
  configureItInSettings: 'Configure it in Settings',
  changeItInSettings: 'Change it in Settings',

  // browser-card.tsx
  connected: 'connected',
  notConnected: 'not connected',
  forgetButton: (name: string | number) => `Forget ${name}…`,
  noOpenTabOffersTools: 'No open tab offers tools on a site you turned on.',
  forgetTitle: (name: string | number) => `Forget ${name}?`,
  forgetVerb: 'Forget',
  cancel: 'Cancel',
  itsKeyIsRevokedImmediately:
    'Its key is revoked immediately. To reconnect it, you enter a new code in it.',
  tab: (tab: string | number, value: string | number) => `Tab ${tab}, ${value}`,
  toolsOf: (value: string | number) => `Tools of ${value}`,

  // editor-list.tsx
  noEditorsConnected: 'No editors connected.',
  connectedEditors: 'Connected editors',
  builtIn: 'built in',
  handlesEveryFolderThatNo: 'Handles every folder that no other editor has open.',
  noOpenFolders: 'No open folders.',
  foldersOf: (name: string | number) => `Folders of ${name}`,
  runsCallsFrom: 'Runs calls from',

  // editors-page.tsx
  editorsTabs: 'Editors & tabs',
  editors: 'Editors',
  browsers: 'Browsers',
  toWatchAgentsWorkIn:
    'To watch agents work in your own editor, install the Gatehouse extension (VS Code and editors based on it), then click “Gatehouse” in the status bar.',
  noBrowserConnected: (port: number | null) =>
    `No browser connected. Install the Gatehouse extension in your browser, click its icon and choose “Connect to Gatehouse”${port === null ? '' : ` (port ${port})`}. Pages can then offer tools to agents on the sites you turn on.`,
} as const;

export function backendWords({ state, nextTryAt }: BackendView, now: number): string {
  switch (state) {
    case 'connected':
      return 'connected';
    case 'connecting':
      return 'connecting';
    case 'waiting':
      return nextTryAt === null
        ? 'not connected'
        : `not connected, next try in ${spanWords((nextTryAt - now) / 1000)}`;
    case 'off':
      return 'off';
  }
}

export function backendFacts(backend: BackendView, now: number): string {
  const { error, lastMessageAt, channels, hasToken } = backend;
  const parts = [
    ...(error === null ? [] : [`Last error: ${error}.`]),
    lastMessageAt === null
      ? 'No messages received yet.'
      : `Last message ${ago(now - lastMessageAt)}, on ${count(channels, 'channel')}.`,
    hasToken ? 'Connects with a token.' : 'Connects without a token.',
  ];
  return parts.join(' ');
}
