/**
 * When the caller may try again: `after_fix` with a corrected call, `after_grant` with more access,
 * `later` with the same call, `never` not at all.
 */
export const retries = ['never', 'after_fix', 'after_grant', 'later'] as const;
export type Retry = (typeof retries)[number];

export interface ErrorInfo {
  readonly sentence: string;
  readonly hint: string;
  readonly http: number;
  readonly retry: Retry;
}

export const error = (http: number, retry: Retry, sentence: string, hint: string): ErrorInfo => ({
  sentence,
  hint,
  http,
  retry,
});
