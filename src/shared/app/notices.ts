/** Notices in the window about the state of the app. */
import type { Notice } from '../ipc/main-window.ts';
import type { SettingProblem } from './settings-reading.ts';
import { visibleText } from '../base/visible-text.ts';

interface SettingProblems {
  readonly problems: readonly SettingProblem[];
  /** Names of unknown keys. */
  readonly unknown: readonly string[];
}

/** More would not be read by anyone. */
const mostNamed = 6;

export const notices = {
  brokenSettings: ({ problems, unknown }: SettingProblems): Notice => ({
    id: 'broken-settings',
    tone: 'warning',
    title: 'Some settings could not be used',
    text: `${[
      ...problems.slice(0, mostNamed).map(({ name, used }) => `"${visibleText(name)}": ${used}`),
      ...unknown.slice(0, mostNamed).map((name) => `"${visibleText(name)}" is unknown and ignored`),
    ].join(
      '; ',
    )}. All other settings apply. Correct settings.json in the data folder, or change them in Settings.`,
  }),
  brokenServers: (why: string): Notice => ({
    id: 'broken-servers',
    tone: 'warning',
    title: 'Your MCP servers could not be read',
    text: `None of them runs. ${visibleText(why)}`,
  }),
  /** A stored file is unreadable; `next` is what the user can do. */
  setAside: ({ what, movedTo, next }: { what: string; movedTo: string; next: string }): Notice => ({
    id: `set-aside-${what}`,
    tone: 'warning',
    title: `The list of ${what} could not be read`,
    text: `${next} The old list was saved as ${movedTo}.`,
  }),
  nothingApproved: (why: string): Notice => ({
    id: 'nothing-approved',
    tone: 'trouble',
    title: 'Other programs can control Gatehouse',
    text: why,
  }),
  portTaken: (wanted: number, port: number): Notice => ({
    id: 'port-taken',
    tone: 'warning',
    title: `Another program is using port ${wanted}`,
    text: `Gatehouse uses port ${port} instead. HTTP clients still send their keys to ${wanted}: stop that program and restart Gatehouse, or update the clients on the Clients page.`,
  }),
  noSandbox: ({ sentence, fix }: { sentence: string; fix: string }): Notice => ({
    id: 'no-sandbox',
    tone: 'warning',
    title: 'Commands run without a sandbox',
    text: `${sentence}${fix === '' ? '' : ` ${fix}`}`,
  }),
  noKeyring: {
    id: 'no-keyring',
    tone: 'info',
    title: 'No system keyring was found',
    text: 'The key that masks secrets in the ledger is stored in a file that only you can read. Sessions and client keys are not affected.',
  },
  tooManySessions: (client: string, most: number): Notice => ({
    id: `too-many-sessions-${client}`,
    tone: 'warning',
    title: `${visibleText(client)} was refused: it has ${most} active sessions`,
    text: 'You were not asked. End a session on the Sessions page, or raise the limit in Settings.',
  }),
  rootGone: (client: string, folder: string): Notice => ({
    id: `root-gone-${client}`,
    tone: 'warning',
    title: `A session of ${visibleText(client)} has ended`,
    text: `Its folder ${visibleText(folder)} is gone or was replaced by another one. The agent can ask for the folder as it is now.`,
  }),
  tooManyAsks: (client: string, most: number): Notice => ({
    id: `too-many-asks-${client}`,
    tone: 'warning',
    title: `${visibleText(client)} was refused: ${most} of its requests wait for an answer`,
    text: 'You were not asked about more. Answer those in the Inbox, or raise the limit in Settings.',
  }),
  leakedCredential: (owner: string): Notice => ({
    id: `leaked-${owner}`,
    tone: 'warning',
    title: 'A leaked credential was revoked',
    text: `It belonged to ${owner} and was sent in a URL, cookie or form, where others may have recorded it. It no longer works.`,
  }),
  tlsFailed: (why: string): Notice => ({
    id: 'tls-trouble',
    tone: 'warning',
    title: 'Remote access could not be started',
    text: `Gatehouse accepts connections from this machine only. Cause: ${why.replace(/\.$/, '')}. Once fixed, it starts without a restart.`,
  }),
  tlsNotRenewed: (why: string): Notice => ({
    id: 'tls-not-renewed',
    tone: 'warning',
    title: 'The new remote access certificate was not loaded',
    text: `The previous one stays in use. ${why} Gatehouse tries again when the files change.`,
  }),
  tlsExpires: (day: string): Notice => ({
    id: 'tls-expiry',
    tone: 'warning',
    title: `The remote access certificate expires on ${day}`,
    text: 'Replace the certificate and key files before then. Gatehouse loads the new ones without a restart.',
  }),
  tlsInvalid: (why: string): Notice => ({
    id: 'tls-expiry',
    tone: 'warning',
    title: 'Clients reject the remote access certificate',
    text: `${why} Replace the certificate and key files. Gatehouse loads the new ones without a restart.`,
  }),
  weakToken: (why: string): Notice => ({
    id: 'weak-management-token',
    tone: 'warning',
    title: 'The management API is off for remote access',
    text: `The token in MCP_TOKEN is too easy to guess for other machines: ${why}. Use at least 32 random characters, such as the output of: openssl rand -hex 32. Or remove MCP_TOKEN, and Gatehouse creates a token itself.`,
  }),
  pairingFlood: (count: number): Notice => ({
    id: 'pairing-flood',
    tone: 'warning',
    title: 'Too many pairing requests',
    text: `${count === 1_000 ? 'At least 1,000' : count} requests to pair an editor or browser were refused within a minute. Only accept one that you just started yourself; the window will not pop up for the others.`,
  }),
  pairingLocked: {
    id: 'pairing-locked',
    tone: 'warning',
    title: 'Too many wrong codes',
    text: 'A program was guessing pairing codes. New editors cannot connect for ten minutes; connected ones are not affected.',
  },
  toolsChanged: (name: string, tools: readonly string[]): Notice => ({
    id: `tools-changed-${name}`,
    tone: 'warning',
    title: `The tools of ${name} have changed`,
    text: `New or changed since it last connected: ${tools.join(', ')}. Agents see the new versions. If you did not update it, revoke its key.`,
  }),
  noTray: {
    id: 'no-tray',
    tone: 'info',
    title: 'This desktop shows no tray icon',
    text: 'No StatusNotifier tray was found; an older X11 tray may still show the icon. Gatehouse works without it, and asks still pop up. To open this window again, start Gatehouse again.',
  },
  lostKey: {
    id: 'lost-install-key',
    tone: 'warning',
    title: 'The key that masks secrets could not be read',
    text: "A new key was created; you don't need to do anything. Masked secrets in older entries can no longer be matched with new ones. A key that the keyring could not open was saved as install.key.sealed.unopened.",
  },
  updateRefused: (why: string): Notice => ({
    id: 'update-refused',
    tone: 'warning',
    title: 'The update feed was refused',
    text: `${why} Nothing was downloaded. If this stays, somebody may be changing what the server sends; ask the people who run it.`,
  }),
  indexFailed: (reason: string): Notice => ({
    id: 'index-trouble',
    tone: 'warning',
    title: 'The search index is not working',
    text: `The ledger itself is fine and calls continue. Until the index works again, Activity finds only the newest entries. Cause: ${reason}.`,
  }),
} as const satisfies Record<string, Notice | ((...facts: never[]) => Notice)>;
