/** What the command palette offers, as plain data, and the order in which it is shown. */
import type { ClientCard } from '../../shared/integrations/clients.ts';
import type { Session } from '../../shared/access/access.ts';
import type { AskId, ClientId, SessionId } from '../../shared/base/ids.ts';
import type { Snapshot } from '../../shared/ipc/main-window.ts';
import type { McpServerView } from '../../shared/servers/server-views.ts';
import { visibleText } from '../../shared/base/visible-text.ts';
import { pageNames } from '../app/app-text.ts';
import { pages, type Page } from '../app/store.ts';
import { stateWords } from '../clients/clients-text.ts';
import { stateTag } from '../servers/servers-text.ts';
import { folderWords, isLive } from '../sessions/sessions-text.ts';
import {
  advancedSections,
  backendSection,
  everydaySection,
  updatesSection,
} from '../settings/settings-text.ts';
import { askSentenceText } from '../text/ask-sentence.ts';
import { middleCut } from '../text/text-runs.ts';
import type { IconName } from '../ui/icons.tsx';
import { fuzzyMatch } from './fuzzy-match.ts';
import { kindNames, paletteText, type PaletteKind } from './palette-text.ts';

type SimpleKind =
  | 'pause-all'
  | 'resume-all'
  | 'revoke-all'
  | 'verify'
  | 'new-rule'
  | 'add-server'
  | 'help'
  | 'check-update';

export type PaletteCommand =
  | { readonly kind: 'page'; readonly page: Page }
  /** Something on a page, by the name of its list item. */
  | {
      readonly kind: 'item';
      readonly page: Page;
      readonly item: string;
      readonly isAdvanced?: boolean;
    }
  | { readonly kind: 'ask'; readonly askId: AskId }
  | { readonly kind: 'revoke'; readonly sessionId: SessionId; readonly name: string }
  | { readonly kind: 'unmute'; readonly clientId: ClientId }
  | { readonly kind: SimpleKind };

export interface PaletteItem {
  readonly id: string;
  readonly kind: PaletteKind;
  readonly icon: IconName;
  readonly label: string;
  /** Beside the label; also searched. */
  readonly note: string;
  readonly command: PaletteCommand;
}

export interface ShownItem {
  readonly item: PaletteItem;
  /** Positions in the label that were typed. */
  readonly at: readonly number[];
}

const longestLabel = 110;
const words = (text: string): string => middleCut(visibleText(text), longestLabel);

export function paletteItems(snapshot: Snapshot): readonly PaletteItem[] {
  const live = snapshot.sessions.filter(isLive);
  return [
    ...askItems(snapshot),
    ...actionItems(snapshot, live),
    ...live.map(sessionItem),
    ...pages.map(pageItem),
    ...live.map(revokeItem),
    ...snapshot.rules.map(ruleItem),
    ...settingItems,
  ];
}

const ruleItem = ({ ruleId, sentence }: Snapshot['rules'][number]): PaletteItem => ({
  ...{ id: `rule:${ruleId}`, kind: 'rule', icon: 'rules', label: words(sentence), note: '' },
  command: { kind: 'item', page: 'rules', item: ruleId },
});

const askItems = ({ asks }: Snapshot): readonly PaletteItem[] =>
  asks.map((ask) => ({
    ...{ id: `ask:${ask.askId}`, kind: 'ask', icon: 'inbox', label: paletteText.openAsk },
    note: words(askSentenceText(ask)),
    command: { kind: 'ask', askId: ask.askId },
  }));

const action = (kind: SimpleKind, icon: IconName, label: string): PaletteItem => ({
  ...{ id: kind, kind: 'action', icon, label, note: '' },
  command: { kind },
});

function actionItems(
  { mutes = [], update }: Snapshot,
  live: readonly Session[],
): readonly PaletteItem[] {
  const paused = live.filter(({ state }) => state === 'PAUSED').length;
  return [
    ...(paused < live.length ? [action('pause-all', 'pause', paletteText.pauseAll)] : []),
    ...(paused > 0 ? [action('resume-all', 'run', paletteText.resumeAll)] : []),
    ...(live.length > 0 ? [action('revoke-all', 'stop', paletteText.revokeAll)] : []),
    ...mutes.map(({ clientId }): PaletteItem => ({
      ...{ id: `unmute:${clientId}`, kind: 'action', icon: 'open', note: '' },
      label: paletteText.unmute(words(clientId)),
      command: { kind: 'unmute', clientId },
    })),
    action('verify', 'shield', paletteText.verifyLedger),
    action('new-rule', 'rules', paletteText.newRule),
    ...(update && update.kind !== 'off'
      ? [action('check-update', 'undo', paletteText.checkUpdate)]
      : []),
    action('add-server', 'servers', paletteText.addServer),
    action('help', 'question', paletteText.shortcuts),
  ];
}

const pageItem = (page: Page): PaletteItem => ({
  ...{ id: `page:${page}`, kind: 'page', icon: page, note: '' },
  label: paletteText.goToPage(pageNames[page]),
  command: { kind: 'page', page },
});

const sessionItem = (session: Session): PaletteItem => ({
  ...{ id: `session:${session.sessionId}`, kind: 'session', icon: 'sessions', note: '' },
  label: words(paletteText.session(session.agent.clientId, folderWords(session))),
  command: { kind: 'item', page: 'sessions', item: session.sessionId },
});

const revokeItem = (session: Session): PaletteItem => ({
  ...{ id: `revoke:${session.sessionId}`, kind: 'session', icon: 'stop', note: '' },
  label: words(paletteText.revokeSession(session.agent.clientId, folderWords(session))),
  command: { kind: 'revoke', sessionId: session.sessionId, name: session.agent.clientId },
});

export const clientItem = (card: ClientCard, now: number): PaletteItem => ({
  ...{ id: `client:${card.id}`, kind: 'client', icon: 'clients', label: card.name },
  note: stateWords(card, now).word,
  command: { kind: 'item', page: 'clients', item: card.id },
});

export const serverItem = (server: McpServerView): PaletteItem => ({
  ...{ id: `server:${server.name}`, kind: 'server', icon: 'servers', label: server.name },
  note: stateTag(server).word,
  command: { kind: 'item', page: 'servers', item: server.name },
});

const settingItem = (item: string, label: string, section: string, isAdvanced: boolean) =>
  ({
    ...{ id: `setting:${item}`, kind: 'setting', icon: 'settings', label, note: section },
    command: { kind: 'item', page: 'settings', item, isAdvanced },
  }) satisfies PaletteItem;

const settingItems: readonly PaletteItem[] = [
  settingItem('theme', paletteText.theme, everydaySection.title, false),
  ...[everydaySection, ...advancedSections, backendSection, updatesSection].flatMap((section) =>
    section.fields.map(({ name, label }) =>
      settingItem(name, label, section.title, section !== everydaySection),
    ),
  ),
];

/** Too many to be shown before anything is typed. */
const foundByTyping: readonly PaletteKind[] = ['rule', 'setting'];
const mostShown = 50;

/** Recently used commands first; once something is typed, the best match first, and of equals the recent ones. */
export function shownItems(
  items: readonly PaletteItem[],
  query: string,
  recent: readonly string[],
): readonly ShownItem[] {
  const rank = ({ id }: PaletteItem): number => {
    const at = recent.indexOf(id);
    return at === -1 ? recent.length : at;
  };
  const isTyped = query.trim() !== '';
  return items
    .flatMap((item) => {
      const match = fuzzyMatch(query, item.label, `${item.note} ${kindNames[item.kind]}`);
      return match === null ? [] : [{ item, ...match }];
    })
    .filter(({ item }) => isTyped || !foundByTyping.includes(item.kind) || recent.includes(item.id))
    .toSorted((a, b) => b.score - a.score || rank(a.item) - rank(b.item))
    .slice(0, mostShown);
}
