/** WebSocket close codes that we send. */
export const closeCodes = {
  goingAway: 1001,
  /** A message that the protocol does not allow here. */
  protocol: 1008,
  ended: 4401,
  revoked: 4403,
  tooSlow: 4408,
  replaced: 4409,
  tooFast: 4429,
} as const;
export type CloseCode = (typeof closeCodes)[keyof typeof closeCodes];
