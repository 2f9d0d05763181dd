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
  changedSinceTheLastApproval:
    'Changed since the last approval: a different program used this key before.',
  unverified: 'Unverified',
  theCallingProgramCouldNot: 'the calling program could not be identified',
  process: (pid: string | number) => ` · process ${pid}`,
  startedBy: ', started by {names}',

  // copy-button.tsx
  copy: (what: string | number) => `Copy ${what}`,
  copyLabel: 'Copy',
  copied: 'Copied',
  notCopied: 'Not copied',

  // diff-text.tsx
  changeOf: (value: string | number) => `Change of ${value}`,
  protected: 'protected',

  // identity-line.tsx
  keyVerified: 'Key verified',
  noKeyItChoseIts: 'No key; it chose its own name',
  connectsFrom: (remote: string | number) => `Connects from ${remote}`,
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
  viaRemoteAccessOverTls: ' · via remote access, over TLS',
  noKey: 'No key',
  usesTheManagementApiAnd: 'uses the management API and chose its own name',
  verified: 'Verified',
  key: 'Key “{name}”',

  // visible-text.tsx
  moreCharacters: (value: string | number) => `… ${value} more characters`,
  hiddenCharacter: (name: string | number) => `hidden character ${name}`,
  atTheEndOfThe: (words: string | number) => `${words} at the end of the line`,
} as const;
