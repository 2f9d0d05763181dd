/** The code of an error that Node or the system raised (`ENOENT`, `EACCES`); null where it has none. */
export function systemErrorCode(error: unknown): string | null {
  if (!(error instanceof Error)) return null;
  const { code } = error as { readonly code?: unknown };
  return typeof code === 'string' ? code : null;
}
