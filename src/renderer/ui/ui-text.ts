/** All text of components that several pages share. */

export const uiText = {
  // argv-text.tsx
  programAndArguments: 'Program and arguments',
  empty: 'empty',

  // ask-sentence-line.tsx
  wantsTo: '{agent} wants to {action}',
  inFolder: ' in {folder}',

  // caller-row.tsx
  changed: 'Changed',
  program: 'Program',
  programChangedNote: 'Changed since the last approval: a different program used this key before.',
  unverified: 'Unverified',
  programNotIdentified: 'the calling program could not be identified',
  process: (pid: number) => ` · process ${pid}`,
  startedBy: ', started by {names}',

  // copy-button.tsx
  copy: (what: string) => `Copy ${what}`,
  copyLabel: 'Copy',
  copied: 'Copied',
  notCopied: 'Not copied',

  // diff-text.tsx
  changeOf: (value: string) => `Change of ${value}`,
  protected: 'protected',

  // identity-line.tsx
  keyVerified: 'Key verified',
  noKeyNote: 'No key; it chose its own name',
  connectsFrom: (remote: string) => `Connects from ${remote}`,
  givesNoName: 'gives no name',
  claimsToBe: 'Claims to be “{name}”',
  programUnverified: 'Program unverified',
  programVerified: 'Program {name} verified',
  programChanged: 'Program {name} changed since last approval',

  // identity.tsx
  claimed: 'Claimed',
  saysItIs: 'says it is “{name}”',
  notChecked: ' · not checked',
  remote: 'Remote',
  connectsFromAddress: 'connects from {address}',
  viaRemoteAccess: ' · via remote access, over TLS',
  noKey: 'No key',
  managementApiNote: 'uses the management API and chose its own name',
  verified: 'Verified',
  key: 'Key “{name}”',

  // visible-text.tsx
  moreCharacters: (value: string) => `… ${value} more characters`,
  hiddenCharacter: (name: string) => `hidden character ${name}`,
  atEndOfLine: (words: string) => `${words} at the end of the line`,
} as const;
