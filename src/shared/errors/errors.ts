/** The one catalogue of refusals: what happened, what to do next, and how each door says it. */
import { accessErrors } from './access-errors.ts';
import { commandErrors } from './command-errors.ts';
import { doingErrors } from './action-errors.ts';
import { networkErrors } from './network-errors.ts';
import { transportErrors } from './transport-errors.ts';
import { placeErrors } from './path-errors.ts';

export { retries, type Retry } from './error-info.ts';

export const errors = {
  ...accessErrors,
  ...placeErrors,
  ...commandErrors,
  ...doingErrors,
  ...networkErrors,
  ...transportErrors,
} as const;

export type ErrorCode = keyof typeof errors;
