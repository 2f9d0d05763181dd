/** What the person is told in the window about the state of the house. */
import type { Notice } from './ipc.ts';

export const notices = {
  brokenSettings: ({ movedTo, why }: { movedTo: string; why: string }): Notice => ({
    id: 'broken-settings',
    tone: 'warning',
    title: 'Your settings could not be read',
    text: `The defaults are used. Set anew what you had changed, or mend the old file and put it back: it is kept as ${movedTo} in the data folder. What was wrong: ${why}.`,
  }),
  /** What was kept is unreadable; `next` says what the person does now. */
  setAside: ({ what, movedTo, next }: { what: string; movedTo: string; next: string }): Notice => ({
    id: `set-aside-${what}`,
    tone: 'warning',
    title: `The list of ${what} could not be read`,
    text: `${next} The old list is kept as ${movedTo}.`,
  }),
  portTaken: (wanted: number, port: number): Notice => ({
    id: 'port-taken',
    tone: 'warning',
    title: `Port ${wanted} is taken by another program`,
    text: `Gatehouse listens at ${port}. Clients that come over HTTP still go to ${wanted}, with their keys: end that program and start Gatehouse again, or change them on the Clients page.`,
  }),
  noKeyring: {
    id: 'no-keyring',
    tone: 'info',
    title: 'No system keyring was found',
    text: 'The key that masks secrets in the ledger is kept in a file that only you can read. Sessions and client keys are not affected.',
  },
  leakedCredential: (owner: string): Notice => ({
    id: `leaked-${owner}`,
    tone: 'warning',
    title: 'A credential was shown in the wrong place and taken away',
    text: `Of: ${owner}. It came in an address, a cookie or a form, where it may have been written down by others, so it opens nothing any more.`,
  }),
  tlsTrouble: (why: string): Notice => ({
    id: 'tls-trouble',
    tone: 'warning',
    title: 'The second address could not be opened',
    text: `Gatehouse listens on this machine only. What was wrong with "listen" in the settings: ${why}.`,
  }),
  pairingLocked: {
    id: 'pairing-locked',
    tone: 'warning',
    title: 'Too many wrong codes',
    text: 'A program guessed codes for connecting an editor. No editor can be connected anew for ten minutes; those that are stay.',
  },
  toolsChanged: (name: string, tools: readonly string[]): Notice => ({
    id: `tools-changed-${name}`,
    tone: 'warning',
    title: `The tools of ${name} have changed`,
    text: `New or different since it was last connected: ${tools.join(', ')}. Agents see them as they are now. If you did not update it, revoke its key.`,
  }),
  noTray: {
    id: 'no-tray',
    tone: 'info',
    title: 'This desktop shows no tray icon',
    text: 'No tray that speaks the usual protocol was found; an old X11 tray may still show the icon. Gatehouse runs all the same, and asks come up on their own. To see this window again, start Gatehouse once more.',
  },
  lostKey: {
    id: 'lost-install-key',
    tone: 'warning',
    title: 'The key that masks secrets could not be read',
    text: 'A new one was made, and nothing needs doing. Marks of masked secrets in older entries can no longer be matched with new ones. One that the keyring did not open is kept as install.key.sealed.unopened.',
  },
  indexTrouble: (reason: string): Notice => ({
    id: 'index-trouble',
    tone: 'warning',
    title: 'The index of the ledger cannot be kept',
    text: `The ledger itself is whole, and nothing is held up. Searching Activity finds only the newest entries until the index works again. What is wrong: ${reason}.`,
  }),
} as const satisfies Record<string, Notice | ((...facts: never[]) => Notice)>;
