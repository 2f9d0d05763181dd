/**
 * How editors and the workbench keep a document the same that several of them have open. The workbench
 * has each of them; the hub passes the messages on. Kept free of zod: editors use it, too.
 */

/** Bytes of Yjs, in base64. */
type Encoded = string;

export interface JoinShared {
  readonly kind: 'join';
  /** The line of history that the text belongs to; only texts of the same one can be merged. */
  readonly epoch: string;
  readonly state: Encoded;
  /** Of the text that the state holds. */
  readonly version: string;
  /** The version when both were last the same; null at first. */
  readonly before: string | null;
  /** Whether the text is what the file holds. */
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

/** Both have the same line of history; here is what the other lacks. */
export interface JoinedShared {
  readonly kind: 'joined';
  readonly epoch: string;
  readonly update: Encoded;
  /** What the workbench has seen. */
  readonly vector: Encoded;
}

/** The workbench's text is to replace the editor's, which has nothing of its own. */
export interface StartFrom {
  readonly kind: 'start';
  readonly epoch: string;
  readonly state: Encoded;
}

/**
 * They stay apart until one is saved: both texts have changes of their own and no common history, the
 * text is too long, too much is shared already, or the editor's message could not be read.
 */
export interface NotShared {
  readonly kind: 'apart';
}

export type FromShared = JoinedShared | StartFrom | NotShared | ShareUpdate;

/** Longer texts are not shared. */
export const maxSharedLength = 1_000_000;
/** Of a text with its history, as it is sent. */
export const maxSharedBytes = 2_000_000;
/** A message with a whole text and a vector, which is never longer, both in base64. */
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
