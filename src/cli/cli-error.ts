/** Exit codes are part of the contract with scripts. */
export const exitCodes = { ok: 0, refused: 1, usage: 2, 'not-running': 3 } as const;

export class CliError extends Error {
  readonly kind: Exclude<keyof typeof exitCodes, 'ok'>;

  /** The app's error code, if the app refused. */
  readonly code: string | null;

  constructor(kind: CliError['kind'], message: string, code: string | null = null) {
    super(message);
    this.kind = kind;
    this.code = code;
  }
}
