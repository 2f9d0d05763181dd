/** Converts a program's end to the action result format. */
import type { ProgramEnd } from '../../main/platform/programs/run-program.ts';

/** Invalid UTF-8 becomes replacement characters; nothing is dropped. */
export const shownText = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);

export const commandEnd = (end: ProgramEnd) => ({
  exit_code: end.exitCode,
  signal: end.signal,
  timed_out: end.timedOut,
  stdout: shownText(end.stdout),
  stderr: shownText(end.stderr),
  output_bytes: end.outputBytes,
  truncated: end.truncated,
});
