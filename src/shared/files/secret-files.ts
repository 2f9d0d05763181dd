/** Files of a project that hold values for nobody else: `.env` and its variants. */
const withoutValues = /\.(?:example|sample|template|dist|defaults?)$/;

/** By the last name of a path alone; those without values are for everybody. */
export const isSecretFile = (path: string): boolean =>
  /(?:^|[/\\])\.env(?:\.[^/\\]+)?$/.test(path) && !withoutValues.test(path);
