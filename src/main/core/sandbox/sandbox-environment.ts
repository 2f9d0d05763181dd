/** The environment inside: what was recorded for the command, with the places that differ there. */
import type { ProfileSpec } from './sandbox-profile.ts';

/** Where our own files are, read-only. */
export const ownFilesInside = '/run/gatehouse';

/** They name sockets and folders that are not there. */
const dropped = /^(?:XDG_|DBUS_|SSH_|GPG_|WAYLAND_|PULSE_|DISPLAY$|XAUTHORITY$|TEMP$|TMP$)/;

export function environmentInside({
  environment,
  facts,
}: ProfileSpec): Readonly<Record<string, string>> {
  const recorded = Object.entries(environment).filter(([name]) => !dropped.test(name));
  return Object.freeze({
    ...Object.fromEntries(recorded),
    HOME: facts.home,
    USER: facts.user,
    LOGNAME: facts.user,
    TMPDIR: '/tmp',
    // The user's own may hold tokens; this one names the user and what git needs to read files right.
    GIT_CONFIG_GLOBAL: `${ownFilesInside}/gitconfig`,
    GIT_CONFIG_NOSYSTEM: '1',
    GATEHOUSE_SANDBOX: '1',
  });
}
