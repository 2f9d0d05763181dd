/** The one catalogue of refusals: what happened, what to do next, and how each door says it. */
import { accessErrors } from './errors/access-errors.ts';
import { commandErrors } from './errors/command-errors.ts';
import { doingErrors } from './errors/doing-errors.ts';
import { doorErrors } from './errors/door-errors.ts';
import { placeErrors } from './errors/place-errors.ts';

export type { Retry } from './errors/error-info.ts';

export const errors = {
  ...accessErrors,
  ...placeErrors,
  ...commandErrors,
  ...doingErrors,
  ...doorErrors,
} as const;

export type ErrorCode = keyof typeof errors;
