/** Fuses do not cover Chromium's own switches: a packaged app under a debugger approves nothing. */
const switches = [
  '--remote-debugging-port',
  '--remote-debugging-pipe',
  '--inspect',
  '--inspect-brk',
  '--js-flags',
];

export function debuggerWarning(packaged: boolean, argv: readonly string[]): string | null {
  if (!packaged) return null;
  const found = argv.find((one) =>
    switches.some((name) => one === name || one.startsWith(`${name}=`)),
  );
  return found
    ? `Gatehouse was started with ${found}, so it approves nothing. Start it without.`
    : null;
}
