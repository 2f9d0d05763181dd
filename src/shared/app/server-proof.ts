/**
 * How a program verifies that Gatehouse is listening at the port before it sends a credential
 * there (H7). It sends a fresh challenge and no credential; the usual 401 then carries a proof
 * that only the writer of the discovery file can make. Every connection is verified before it
 * carries a secret.
 */
export const challengeHeader = 'gatehouse-challenge';
export const proofHeader = 'gatehouse-proof';

/** 256 random bits. */
export const challengePattern = /^[A-Za-z0-9_-]{43}$/;

/** The signed text. It includes the port, so that a program at another port cannot replay our proof. */
export const provenText = (port: number, challenge: string): string =>
  `gatehouse-server-proof-1\n${port}\n${challenge}`;
