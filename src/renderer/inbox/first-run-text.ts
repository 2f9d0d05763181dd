/** All text that a new user sees first: connecting a client, limits, and the demo. */

export const firstRunText = {
  // first-run.tsx
  welcomeNote: 'Welcome to Gatehouse. Agents ask here before they change files or run anything.',
  connectTitle: (name: string) => `Connect ${name}`,
  connectNamed: (name: string) => `Connect ${name}…`,
  connect: 'Connect…',
  foundHere: 'Found on this computer',
  alsoFound: 'also found',
  otherWays: 'Other ways to start',
  promise:
    'You decide what it may do, where, and for how long. You can revoke it at any time, and everything is recorded.',
  seeFirst: 'You’ll see every change to its settings before it’s written.',
  looking: 'Looking for clients…',
  nothingFound: 'No client was found on this computer',
  nothingFoundHint:
    'Install one, such as Claude Code, Codex or OpenCode, and it appears here. Clients lists all that can be connected.',
  noAgent: 'No agent yet?',
  demoMeaning: 'The demo agent works in its own folder.',
  tryTheDemo: 'Try the demo',
  sandboxReady: 'Sandbox ready',
  sandboxMeaning:
    'Commands can reach only the folders and hosts you allow. Your keys and other projects stay out of reach.',
  noSandbox: 'No sandbox',
  noSandboxMeaning: 'You’re asked about commands instead.',
  limitsTitle: 'What Gatehouse can’t do',
  limits:
    'An agent that uses its own shell bypasses Gatehouse. Connecting can turn those tools off for many clients.',

  // sample-ask.tsx
  sampleAgent: 'Your agent',
  sampleQuestion: '{name} wants to work in {folder} for 1 hour',
  sampleFolder: 'harbour',
  sampleReason: '“Fix the failing tide tests.”',
  sampleRead: 'Read and search',
  sampleEdit: 'Edit files',
  sampleRun: 'Run commands',
  sampleAllow: 'Allow for 1 hour',
  sampleDeny: 'Deny',

  // demo-card.tsx
  demoTitle: 'Try it with the demo agent',
  demoExplanation:
    'A small agent included with Gatehouse. It creates its own folder, asks for access to it, reads, tries something it is not allowed to do, deletes a file to the trash, and asks to create a file that would run code later. You decide.',
  demoSteps: 'What the demo agent did',
  waiting: 'Waiting…',
  demoAftermath:
    'Every step is recorded {button}, with your decision. Its session is listed {button2}, with the time it has left. Click Revoke to end it.',
  inActivity: 'in Activity',
  underSessions: 'under Sessions',
  startDemo: 'Start the demo agent',
  runDemoAgain: 'Run it again',
  removeDemo: 'Remove the demo agent',
} as const;
