/** The environment of the small system programs that we run for ourselves (`ps`, `cp`, …), and nothing else of ours. */
const passedOn = ['PATH', 'HOME', 'TMPDIR', 'TEMP', 'SystemRoot', 'USERPROFILE', 'XDG_RUNTIME_DIR'];

/** Gatehouse parses their output, so it must not be translated. */
export function toolEnvironment(): Record<string, string> {
  const env: Record<string, string> = { LC_ALL: 'C' };
  for (const name of passedOn) {
    const value = process.env[name];
    if (value !== undefined) env[name] = value;
  }
  return env;
}
