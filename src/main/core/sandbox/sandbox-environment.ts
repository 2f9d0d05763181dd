/** The environment inside: the variables recorded for the command, with the paths that differ inside. */
import { proxyPort } from '../../../shared/network/connection.ts';
import type { ProfileSpec } from './sandbox-profile.ts';

/** Where our own files are, read-only. */
export const ownFilesInside = '/run/gatehouse';

/** Variables that name sockets and folders which do not exist inside. */
const dropped = /^(?:XDG_|DBUS_|SSH_|GPG_|WAYLAND_|PULSE_|DISPLAY$|XAUTHORITY$|TEMP$|TMP$)/;

export function environmentInside({
  environment,
  facts,
  network,
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
    ...(network === 'session' ? { ...noUpdateChecks, ...proxyEnvironment } : {}),
  });
}

/** Tools that look for their own updates would make the user answer for a host that no task needs. */
const noUpdateChecks = Object.freeze({
  npm_config_update_notifier: 'false',
  NO_UPDATE_NOTIFIER: '1',
  PIP_DISABLE_PIP_VERSION_CHECK: '1',
  DO_NOT_TRACK: '1',
});

const proxy = `http://127.0.0.1:${proxyPort}`;
/** The session's own loopback is reached without the proxy. */
const direct = 'localhost,127.0.0.1,::1';

/** Programs read either spelling. */
const proxyEnvironment = Object.freeze({
  ...{ HTTP_PROXY: proxy, HTTPS_PROXY: proxy, ALL_PROXY: proxy, NO_PROXY: direct },
  ...{ http_proxy: proxy, https_proxy: proxy, all_proxy: proxy, no_proxy: direct },
  npm_config_noproxy: direct,
});
