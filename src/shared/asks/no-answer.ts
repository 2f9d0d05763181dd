/** The reply when a query of the ledger got no result. No zod here, so that pages load fast. */

/** Nothing was found out, not even that there is nothing. */
export interface NoAnswer {
  readonly kind: 'no-answer';
  readonly why: 'deadline' | 'too-many' | 'closed' | 'given-up' | 'failed';
}

export const isAnswer = <T extends object>(reply: T | NoAnswer): reply is T =>
  (reply as Partial<NoAnswer>).kind !== 'no-answer';
