/** All text about updates in the main process. */
export const updatesText = {
  // feed.ts
  olderThanInstalled: (version: string, installed: string) =>
    `It offers version ${version}, which is older than ${installed}.`,
  olderThanSeen: (version: string, seen: string) =>
    `It offers version ${version}, although ${seen} was released before.`,

  // read-feed.ts
  noSignature: 'The feed has no signature.',
  wrongSignature: 'The signature of the feed is wrong.',
  notAFeed: 'The feed is signed, but it could not be read.',
  tooLarge: (name: string) => `${name} is too large.`,
  answeredWith: (name: string, status: number) => `${name} was not found (status ${status}).`,
  unreachable: (why: string) => `The feed could not be reached: ${why}.`,

  // updates.ts
  notOffered: 'This version is no longer offered. Check again.',
  alreadyInstalling: 'The download is still running.',
  sessionLive: 'An agent has a session. End it or wait until it has ended, then install.',
  askWaiting: 'An agent is waiting for your answer. Answer it, then install.',
  ledgerNotWritable: 'Gatehouse cannot write to the ledger, so nothing was installed.',
  byPackageManager: 'Gatehouse does not replace this kind of package. Run the command instead.',
  noFile: 'This release has no file for this computer.',
  notDownloaded: (why: string) => `The download failed: ${why}. Nothing was changed.`,
  notReplaced: (why: string) => `Gatehouse could not be replaced: ${why}. Nothing was changed.`,
} as const;
