/** All text of the Editors and tabs page. */
import type { BackendView } from '../../shared/integrations/backend.ts';
import { count } from '../text/counting.ts';
import { ago, spanWords } from '../text/times.ts';

export const editorsText = {
  // backend-card.tsx
  backend: 'Backend',
  noBackend: 'No backend is configured, so agents have no backend tools.',
  configureBackend: 'Configure it in Settings',
  changeBackend: 'Change it in Settings',

  // browser-card.tsx
  connected: 'connected',
  notConnected: 'not connected',
  forgetButton: (name: string) => `Forget ${name}…`,
  noTabsWithTools: 'No open tab offers tools on a site you turned on.',
  forgetTitle: (name: string) => `Forget ${name}?`,
  forgetVerb: 'Forget',
  cancel: 'Cancel',
  forgetConsequence: 'Its key is revoked immediately. To reconnect it, you enter a new code in it.',
  tab: (tab: number, site: string) => `Tab ${tab}, ${site}`,
  toolsOf: (value: string) => `Tools of ${value}`,

  // editor-list.tsx
  noEditors: 'No editors connected.',
  connectedEditors: 'Connected editors',
  builtIn: 'built in',
  builtInEditorNote: 'Handles every folder that no other editor has open.',
  noOpenFolders: 'No open folders.',
  foldersOf: (name: string) => `Folders of ${name}`,
  runsCallsFrom: 'Runs calls from',

  // editors-page.tsx
  pageTitle: 'Editors & tabs',
  editors: 'Editors',
  browsers: 'Browsers',
  installExtensionHint:
    'To watch agents work in your own editor, install the Gatehouse extension (VS Code and editors based on it):',
  installCommand: (version: string) => `code --install-extension gatehouse-${version}.vsix`,
  theCommand: 'the command',
  thenPair: 'Then click “Gatehouse” in its status bar, and allow it here.',
  noBrowserHint:
    'No browser connected. Install the Gatehouse extension in your browser, click its icon and choose “Connect to Gatehouse”. Pages can then offer tools to agents on the sites you turn on.',
  port: 'Its port:',
  thePort: 'the port',
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
