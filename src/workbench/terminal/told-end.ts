/** How a program ended, in the words of the catalogue. */
import type { ProgramEnd } from '../../main/platform/programs/run-program.ts';

/** Bytes that are no UTF-8 are shown as such, never thrown away silently. */
export const shownText = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);

export const toldCommandEnd = (end: ProgramEnd) => ({
  exit_code: end.exitCode,
  signal: end.signal,
  timed_out: end.timedOut,
  stdout: shownText(end.stdout),
  stderr: shownText(end.stderr),
  output_bytes: end.outputBytes,
  truncated: end.truncated,
});
