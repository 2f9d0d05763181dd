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

/** Both texts have changes of their own and no common history: they stay apart until one is saved. */
export interface NotShared {
  readonly kind: 'apart';
}

export type FromShared = JoinedShared | StartFrom | NotShared | ShareUpdate;

/** Longer texts are not shared. */
export const maxSharedLength = 1_000_000;

export function encoded(bytes: Uint8Array): Encoded {
  let text = '';
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text);
}

export const decoded = (text: Encoded): Uint8Array =>
  Uint8Array.from(atob(text), (one) => one.charCodeAt(0));
