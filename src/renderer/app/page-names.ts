import type { Page } from './store.ts';

export const pageNames: Readonly<Record<Page, string>> = {
  inbox: 'Inbox',
  sessions: 'Sessions',
  activity: 'Activity',
  clients: 'Clients',
  workspaces: 'Workspaces',
  rules: 'Rules',
  editors: 'Editors & tabs',
  settings: 'Settings',
};
