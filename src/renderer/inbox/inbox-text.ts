/** All text of the Inbox page. */

export const inboxText = {
  // ask-card.tsx
  asked: (time: string) => `asked ${time}`,
  reviewLabel: (value: string) => `Review: ${value}`,
  reviewButton: 'Review',
  reasonForAsking: 'Reason for asking:',
  saidBy: '“{reason}”',

  // editor-cards.tsx
  editors: 'Editors',

  // editor-choice-card.tsx
  editorChoiceTitle: '{amount} editors have {path} open',
  editorChoiceNote:
    'Agent changes wait until you choose an editor. Your choice lasts until you quit.',
  editorChoiceLabel: (folder: string) => `Which editor for ${folder}`,

  // quiet-inbox.tsx
  quietTitle: 'Nothing is waiting for you',
  quietHint: 'When an agent needs your answer, its request appears here and in a small window.',
  seeActivity: 'See what agents did',
  connectAnother: 'Connect another client',

  // inbox-page.tsx
  inbox: 'Inbox',
  asks: 'Asks',

  // pairing-card.tsx
  wantsToConnectAs: (value: string) => `wants to connect as ${value}`,
  pairingIdentity:
    'It calls itself {name}. This is not verified. Once connected, it carries out what you allow agents to do.',
  pairingWarning: (where: string) =>
    `Show the code only if you just started this in that ${where}. It connects once you enter the code there.`,
  enterCodeHint: (where: string) => `Enter this code in the ${where}:`,
  codeExpiry: (value: string) => `expires automatically, ${value}`,
  refuse: 'Refuse',
  showCode: 'Show the code',

  // Messages
  nothingWaiting: 'Nothing is waiting for you.',
} as const;
