/** Files of a project with secret values: `.env` and its variants. */
const withoutValues = /\.(?:example|sample|template|dist|defaults?)$/;

/** Judged by the last name of a path alone; templates without values are not secret. */
export const isSecretFile = (path: string): boolean =>
  /(?:^|[/\\])\.env(?:\.[^/\\]+)?$/.test(path) && !withoutValues.test(path);
