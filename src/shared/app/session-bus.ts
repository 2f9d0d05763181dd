/** Where the session bus of a Linux desktop is, or null. */
export function sessionBusIn(env: Readonly<Record<string, string | undefined>>): string | null {
  const address = env['DBUS_SESSION_BUS_ADDRESS'];
  // Chromium sets this where the variable was unset; also the command line of a package runs in it.
  if (!address || address === 'disabled:') return null;
  return address;
}
