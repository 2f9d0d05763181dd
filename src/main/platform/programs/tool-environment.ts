/**
 * The environment of the small system programs that we run ourselves (`ps`, `cp`, …); nothing else
 * of our environment is passed on.
 */
const passedOn = ['PATH', 'HOME', 'TMPDIR', 'TEMP', 'SystemRoot', 'USERPROFILE', 'XDG_RUNTIME_DIR'];

/** Gatehouse parses their output, so it must not be localised. */
export function toolEnvironment(): Record<string, string> {
  const env: Record<string, string> = { LC_ALL: 'C' };
  for (const name of passedOn) {
    const value = process.env[name];
    if (value !== undefined) env[name] = value;
  }
  return env;
}
