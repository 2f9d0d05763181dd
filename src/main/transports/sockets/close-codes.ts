/** Why a socket of ours was closed, as the other side reads it. */
export const closeCodes = {
  goingAway: 1001,
  /** A message of another role or shape than was agreed. */
  protocol: 1008,
  ended: 4401,
  revoked: 4403,
  tooSlow: 4408,
  replaced: 4409,
  tooFast: 4429,
} as const;
export type CloseCode = (typeof closeCodes)[keyof typeof closeCodes];
