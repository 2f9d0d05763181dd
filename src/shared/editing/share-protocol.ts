/**
 * Keeps a document in sync between the editors that have it open and the workbench. The workbench
 * has all of them; the hub passes the messages on. Free of zod, because editors use it too.
 */

/** Bytes of Yjs, in base64. */
type Encoded = string;

export interface JoinShared {
  readonly kind: 'join';
  /** The history that the text belongs to; only texts with the same history can be merged. */
  readonly epoch: string;
  readonly state: Encoded;
  /** The version of the text in the state. */
  readonly version: string;
  /** The version at which both were last equal; null at first. */
  readonly before: string | null;
  /** Whether the text equals the file's. */
  readonly clean: boolean;
}

export interface ShareUpdate {
  readonly kind: 'update';
  readonly epoch: string;
  readonly update: Encoded;
}

/** The user closed the document. */
export interface LeaveShared {
  readonly kind: 'leave';
}

export type ToShared = JoinShared | ShareUpdate | LeaveShared;

/** Both have the same history; this is what the other side is missing. */
export interface JoinedShared {
  readonly kind: 'joined';
  readonly epoch: string;
  readonly update: Encoded;
  /** What the workbench has received. */
  readonly vector: Encoded;
}

/** The workbench's text replaces the editor's, which has no changes of its own. */
export interface StartFrom {
  readonly kind: 'start';
  readonly epoch: string;
  readonly state: Encoded;
}

/**
 * They stay separate until one is saved: both have changes and no common history, the text is too
 * long, too much is shared already, or the editor's message could not be parsed.
 */
export interface NotShared {
  readonly kind: 'apart';
}

export type FromShared = JoinedShared | StartFrom | NotShared | ShareUpdate;

/** Longer texts are not shared. */
export const maxSharedLength = 1_000_000;
/** The size of a text with its history, as it is sent. */
export const maxSharedBytes = 2_000_000;
/**
 * The size of a message with a whole text and a vector, which is never longer, both in base64.
 */
export const longestShareMessage = Math.ceil((maxSharedBytes * 2 * 4) / 3) + 65_536;

export function encoded(bytes: Uint8Array): Encoded {
  let text = '';
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text);
}

export function decoded(text: Encoded): Uint8Array {
  const binary = atob(text);
  const bytes = new Uint8Array(binary.length);
  for (let at = 0; at < binary.length; at += 1) bytes[at] = binary.charCodeAt(at);
  return bytes;
}
