/** The catalogue of errors: what happened, what to do next, and the HTTP and JSON-RPC codes. */
import { accessErrors } from './access-errors.ts';
import { commandErrors } from './command-errors.ts';
import { actionErrors } from './action-errors.ts';
import { networkErrors } from './network-errors.ts';
import { serverErrors } from './server-errors.ts';
import { transportErrors } from './transport-errors.ts';
import { pathErrors } from './path-errors.ts';

export { retries, type Retry } from './error-info.ts';

export const errors = {
  ...accessErrors,
  ...pathErrors,
  ...commandErrors,
  ...actionErrors,
  ...networkErrors,
  ...serverErrors,
  ...transportErrors,
} as const;

export type ErrorCode = keyof typeof errors;
