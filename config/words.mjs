/**
 * The vocabulary as data: words that identifiers, types and files do not use, because a newcomer
 * would have to translate them. Lint (config/lint-plugin.mjs) and test/architecture.test.ts each
 * read these tables and judge the source on their own.
 */

/**
 * Words not used, and what to say instead. A name is split into its words first: `workbench` is
 * one word and fine, `benchFile` contains the word `bench`.
 * @type {Readonly<Record<string, string>>}
 */
export const NOT_USED = {
  afresh: 'again, or the noun of what is repeated',
  anew: 'again, or the noun of what is repeated',
  beating: 'heartbeat',
  bench: 'context (the workbench is the workbench)',
  book: 'store, journal or registry',
  chosen: 'selected, or the noun of what was chosen',
  deed: 'action',
  deeds: 'actions',
  desk: 'flow, editor or the noun of what it does',
  doing: 'action, or the noun of what is done',
  door: 'transport, route or listener',
  doors: 'transports, routes or listeners',
  ears: 'listeners',
  engine: 'bwrap (bubblewrap makes the sandboxes)',
  entrance: 'listener',
  era: 'the protocol version',
  ground: 'loaded state',
  guest: 'connection',
  guests: 'connections',
  hand: 'handler',
  hands: 'handlers',
  hear: 'receive',
  heard: 'received',
  held: 'open, pending, live, or disposables',
  house: 'app',
  keeper: 'the noun of what it does',
  knock: 'unauthenticated request',
  leg: 'protocol',
  letdown: 'rejection',
  letdowns: 'rejections',
  lodger: 'client',
  mend: 'repair or fix',
  mends: 'repairs or fixes',
  news: 'events',
  patience: 'timeout',
  picture: 'state or snapshot',
  rack: 'authenticator',
  room: 'layer, handlers or capacity',
  rooms: 'layers or handlers',
  seal: 'fingerprint',
  settle: 'resolve, drain, flush or finish',
  settled: 'resolved, drained or finished',
  settlement: 'result',
  settling: 'resolution',
  shelf: 'source',
  shelves: 'sources',
  soon: 'deferred',
  sought: 'pattern or query',
  stay: 'lifetime',
  story: 'lines or timeline',
  stretch: 'span or range',
  surroundings: 'environment',
  survey: 'the noun of what is looked for',
  tell: 'emit, send or report',
  teller: 'emitter or reporter',
  tells: 'emits, sends or reports',
  told: 'sent, emitted or the wire format',
  trouble: 'error',
  troubles: 'errors',
  wall: 'import rule; the wall clock is wallClock',
  walls: 'import rules',
  whom: 'the noun of the recipient',
  wish: 'request, spec, draft or edit',
  wished: 'requested',
  wishes: 'requests or edits',
};

/**
 * Names that keep a word because others rely on them.
 * @type {readonly { readonly name: string, readonly reason: string }[]}
 */
export const KEPT_NAMES = [
  { name: 'ledger_trouble', reason: 'a field of GET /status, which scripts read' },
  { name: 'jumpWallClock', reason: 'the wall clock is the term of the field' },
  { name: 'wallClock', reason: 'the wall clock is the term of the field' },
  { name: 'door', reason: 'a field of saved asks, read from data folders of earlier versions' },
];

/**
 * Words not used in the titles of tests either. Shorter than the list above, because most of those
 * words are ordinary English in a sentence.
 * @type {readonly string[]}
 */
export const NOT_IN_TITLES = [
  ...['afresh', 'anew', 'deed', 'deeds', 'desk', 'door', 'doors', 'era', 'hear', 'heard', 'hears'],
  ...['house', 'houses', 'keeper', 'knock', 'knocks', 'lodger', 'mend', 'mends', 'news'],
  ...['nonsense', 'people', 'person', 'room', 'rooms', 'settle', 'settled', 'settles', 'shelf'],
  ...['story', 'trouble', 'whom', 'wish', 'wished', 'wishes'],
];

/** Type names that every file may declare for itself. `Window` is the browser's, and extended. */
export const LOCAL_TYPE_NAMES = ['Deps', 'Props', 'Window'];

/**
 * Properties that no code tests for with `'code' in value`: a failure is recognised by `isError`,
 * any other result by a field that every variant has.
 */
export const NOT_TESTED_WITH_IN = ['code', 'kind'];

/** @param {string} name @returns {readonly string[]} its words in lower case */
export const wordsOf = (name) =>
  name
    // A held-back file is a term of its own.
    .replace(/held[_-]?back/gi, 'heldback')
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter((word) => word !== '');

/** @param {string} name an identifier or a file's name @returns {string | null} what is wrong with it */
export function judgeName(name) {
  if (KEPT_NAMES.some((kept) => kept.name === name)) return null;
  const word = wordsOf(name).find((part) => Object.hasOwn(NOT_USED, part));
  return word === undefined
    ? null
    : `"${word}" in ${name} is not used here; say ${NOT_USED[word]} (config/words.mjs).`;
}
