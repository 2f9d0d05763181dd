/**
 * The words of the command line in the arguments of a package, or null when they start the app.
 * What begins with two dashes before the first word is for Chromium, such as --no-sandbox.
 */
export function commandLineOf(args: readonly string[]): readonly string[] | null {
  const at = args.findIndex(
    (word) => !word.startsWith('--') || word === '--help' || word === '--version',
  );
  const first = args[at];
  if (first === undefined || (first.startsWith('-') && !first.startsWith('--'))) return null;
  return args.slice(at);
}
