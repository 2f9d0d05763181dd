/** All text that a new user sees first: what Gatehouse does, the demo and connecting a client. */

export const firstRunText = {
  // connect-guide.tsx
  whatItDoes: 'What Gatehouse does',
  whatItDoesExplanation:
    'A connected agent asks here before it reads, changes or runs anything on this machine. You decide what, where and for how long, you can revoke it at any time, and everything is recorded.',
  whatItCannotDo: 'What Gatehouse cannot do',
  whatItCannotDoExplanation:
    'Gatehouse only controls what goes through it. An agent with its own shell under your user account can bypass Gatehouse and even read its files. The Clients page shows what each client can do on its own and can turn that off for many of them.',
  connectAClient: 'Connect a client',
  connectExplanation:
    'Gatehouse can add itself to the settings of OpenCode, Cursor and others. You see the exact change first.',
  openClients: 'Open Clients',
  orSetItUpManually: 'Or set it up manually:',
  createKeyStep: 'Create a key. Its name identifies the client in Gatehouse.',
  commandName: 'the command',
  addServerStep: 'In the client, add an MCP server with this URL and the key as the bearer token.',
  mcpServerNotRunning: 'The MCP server is not running, so there is no URL yet.',
  mcpUrlName: 'the MCP URL',
  startAgentStep:
    'Start the agent. When it needs files, it calls {code}, and the request appears here. Without your approval it gets nothing.',
  requestAccess: 'request_access',

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
