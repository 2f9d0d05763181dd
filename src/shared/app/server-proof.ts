/**
 * How a program makes sure that the one who listens at our port is us, before it sends a credential
 * there (H7). It asks with a fresh challenge and no credential; the usual 401 then carries a proof that
 * only whoever wrote the discovery file can make. Each connection is proven before it bears a secret.
 */
export const challengeHeader = 'gatehouse-challenge';
export const proofHeader = 'gatehouse-proof';

/** 256 random bits. */
export const challengePattern = /^[A-Za-z0-9_-]{43}$/;

/** The signed text. It includes the port, so that a program at another port cannot replay our proof. */
export const provenText = (port: number, challenge: string): string =>
  `gatehouse-server-proof-1\n${port}\n${challenge}`;
