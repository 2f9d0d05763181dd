/** All text of the command palette. */
export type PaletteKind =
  | 'ask'
  | 'action'
  | 'page'
  | 'session'
  | 'client'
  | 'server'
  | 'rule'
  | 'setting';

export const paletteText = {
  // command-palette.tsx
  commands: 'Commands',
  placeholder: 'Search pages, sessions, clients, servers, rules, settings and actions',
  nothingMatches: 'Nothing matches.',
  amount: (shown: number) => (shown === 1 ? '1 command' : `${shown} commands`),

  // palette-items.ts
  openAsk: 'Open the waiting ask',
  pauseAll: 'Pause all agents',
  resumeAll: 'Resume all agents',
  revokeAll: 'Revoke all sessions…',
  verifyLedger: 'Verify the ledger',
  newRule: 'New rule…',
  checkUpdate: 'Check for updates',
  addServer: 'Add an MCP server…',
  shortcuts: 'Keyboard shortcuts',
  unmute: (client: string) => `Unmute ${client}`,
  goToPage: (page: string) => `Go to ${page}`,
  session: (client: string, folder: string) => `Session of ${client} in ${folder}`,
  revokeSession: (client: string, folder: string) => `Revoke ${client} in ${folder}`,
  theme: 'Theme',
} as const;

export const kindNames: Readonly<Record<PaletteKind, string>> = {
  ask: 'Ask',
  action: 'Action',
  page: 'Page',
  session: 'Session',
  client: 'Client',
  server: 'Server',
  rule: 'Rule',
  setting: 'Setting',
};
