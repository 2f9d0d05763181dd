/** The reply when a ledger query got no result. No zod here, so that pages load fast. */

/** The query failed: this does not mean that there are no entries. */
export interface NoAnswer {
  readonly kind: 'no-answer';
  readonly why: 'deadline' | 'too-many' | 'closed' | 'given-up' | 'failed';
}

export const isAnswer = <T extends object>(reply: T | NoAnswer): reply is T =>
  (reply as Partial<NoAnswer>).kind !== 'no-answer';
