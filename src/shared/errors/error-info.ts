export type Retry = 'never' | 'after_grant' | 'later';

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
