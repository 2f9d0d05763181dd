/** The code of an error from Node or the system (`ENOENT`, `EACCES`); null if it has none. */
export function systemErrorCode(error: unknown): string | null {
  if (!(error instanceof Error)) return null;
  const { code } = error as { readonly code?: unknown };
  return typeof code === 'string' ? code : null;
}
