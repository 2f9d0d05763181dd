/**
 * Command-line switches and environment variables that weaken the app or let other programs
 * control it. Fuses do not cover Chromium's own switches. Chromium itself is asked whether one is
 * set, because it also accepts them with one dash and, on Windows, with a slash.
 */

/**
 * With one of these, another program can read and click in our windows or run code in our
 * processes.
 */
const controlling = [
  ...['remote-debugging-port', 'remote-debugging-pipe', 'remote-debugging-address'],
  ...['remote-debugging-socket-name', 'remote-allow-origins', 'enable-automation'],
  ...['inspect', 'inspect-brk', 'inspect-brk-node', 'inspect-port', 'inspect-publish-uid'],
  ...['inspect-wait', 'debug', 'debug-brk', 'debug-port', 'js-flags', 'require', 'import'],
  ...['load-extension', 'auto-open-devtools-for-tabs', 'disable-web-security'],
  ...['custom-devtools-frontend', 'expose-internals-for-testing'],
  ...['renderer-cmd-prefix', 'utility-cmd-prefix', 'gpu-launcher', 'browser-subprocess-path'],
  ...['test-type', 'enable-blink-test-features', 'experimental-loader', 'loader'],
] as const;

/** These remove a protection or write traffic to disk; approving still needs the user. */
const weakening = [
  ...['no-sandbox', 'disable-sandbox', 'disable-setuid-sandbox', 'disable-gpu-sandbox'],
  ...['disable-namespace-sandbox', 'disable-seccomp-filter-sandbox', 'no-zygote'],
  ...['single-process', 'in-process-gpu', 'disable-site-isolation-trials'],
  ...[
    'allow-file-access-from-files',
    'allow-running-insecure-content',
    'unsafely-treat-insecure-origin-as-secure',
  ],
  ...['ignore-certificate-errors', 'ignore-certificate-errors-spki-list', 'host-rules'],
  ...['host-resolver-rules', 'proxy-server', 'proxy-pac-url', 'enable-logging', 'log-file'],
  ...['log-net-log', 'ssl-key-log-file', 'trace-startup', 'enable-crash-reporter-for-testing'],
] as const;

/** Variables that Node and Electron read if the fuses permit it. */
const weakeningVariables = [
  ...['ELECTRON_RUN_AS_NODE', 'ELECTRON_ENABLE_LOGGING', 'ELECTRON_DISABLE_SANDBOX'],
  'SSLKEYLOGFILE',
];
/** The values of NODE_OPTIONS that load other code or open a debugger. */
const loadsCode = /(?:^|\s)-{1,2}(?:inspect|debug|require|r\b|import|loader|experimental-loader)/;

export interface StartSwitches {
  /** As the user would type them; those that give control come first. */
  readonly found: readonly string[];
  /** The ones with which nothing may be approved. */
  readonly controlling: readonly string[];
}

export const noSwitches: StartSwitches = { found: [], controlling: [] };

export function startSwitchesIn(
  hasSwitch: (name: string) => boolean,
  env: Readonly<Record<string, string | undefined>>,
): StartSwitches {
  const given = (names: readonly string[]): readonly string[] =>
    names.filter(hasSwitch).map((name) => `--${name}`);
  const set = (names: readonly string[]): readonly string[] => names.filter((name) => env[name]);
  const loads = loadsCode.test(env['NODE_OPTIONS'] ?? '');
  const strong = [...given(controlling), ...(loads ? ['NODE_OPTIONS'] : [])];
  return {
    found: [...strong, ...given(weakening), ...set(weakeningVariables)],
    controlling: strong,
  };
}

/** Null while the ask window may approve. */
export const whyNothingIsApproved = ({ controlling: names }: StartSwitches): string | null =>
  names.length > 0
    ? `Gatehouse was started with ${names.join(', ')}, so it approves nothing. Start it without.`
    : null;
