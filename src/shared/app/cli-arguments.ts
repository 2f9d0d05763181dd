/**
 * The command-line words in the arguments of a packaged app, or null if they start the app.
 * Arguments with two dashes before the first word are for Chromium, such as --no-sandbox.
 */
export function commandLineOf(args: readonly string[]): readonly string[] | null {
  const at = args.findIndex(
    (word) => !word.startsWith('--') || word === '--help' || word === '--version',
  );
  const first = args[at];
  if (first === undefined || (first.startsWith('-') && !first.startsWith('--'))) return null;
  return args.slice(at);
}
