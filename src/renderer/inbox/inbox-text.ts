/** All text of the Inbox page. */

export const inboxText = {
  // ask-card.tsx
  asked: (time: string | number) => `asked ${time}`,
  reviewLabel: (value: string | number) => `Review: ${value}`,
  reviewButton: 'Review',
  reasonForAsking: 'Reason for asking:',

  // editor-cards.tsx
  editors: 'Editors',

  // editor-choice-card.tsx
  editorsHaveOpen: '{amount} editors have {path} open',
  agentChangesWaitUntilYou:
    'Agent changes wait until you choose an editor. Your choice lasts until you quit.',
  whichEditorFor: (folder: string | number) => `Which editor for ${folder}`,

  // inbox-page.tsx
  inbox: 'Inbox',
  asks: 'Asks',

  // pairing-card.tsx
  wantsToConnectAs: (value: string | number) => `wants to connect as ${value}`,
  itCallsItselfThisIs:
    'It calls itself {name}. This is not verified. Once connected, it carries out what you allow agents to do.',
  showTheCodeOnlyIf: (where: string | number) =>
    `Show the code only if you just started this in that ${where}. It connects once you enter the code there.`,
  enterThisCodeInThe: (where: string | number) => `Enter this code in the ${where}:`,
  expiresAutomatically: (value: string | number) => `expires automatically, ${value}`,
  refuse: 'Refuse',
  showTheCode: 'Show the code',

  // Messages
  nothingIsWaitingForYou: 'Nothing is waiting for you.',
} as const;
