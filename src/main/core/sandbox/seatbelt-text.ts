/**
 * A profile as text for Seatbelt, the sandbox of macOS (`sandbox-exec -p`). Nothing uses it yet: it was
 * never tried on a Mac. Seatbelt has no mounts: it allows and denies by path, and of the rules that
 * match the last one counts, as a later mount covers an earlier one. What is mounted from elsewhere
 * (home, temporary files) is allowed where it lies; the environment has to name those places.
 */
import type { SandboxMount, SandboxProfile } from './sandbox-profile.ts';

/** Where programs and libraries of macOS and its usual package managers are. */
const systemFolders = [
  ...['/System', '/Library', '/usr', '/bin', '/sbin', '/opt', '/private/etc'],
  ...['/private/var/db/dyld', '/private/var/db/timezone', '/Applications/Xcode.app'],
];

const readableDevices = ['/dev/random', '/dev/urandom'];
const writableDevices = ['/dev/null', '/dev/zero', '/dev/tty', '/dev/dtracehelper'];

/** Without these names and users are not found, and nothing is logged; none opens or starts anything. */
const services = [
  'com.apple.system.opendirectoryd.libinfo',
  'com.apple.system.opendirectoryd.membership',
  'com.apple.system.logger',
  'com.apple.system.notification_center',
  'com.apple.logd',
];

/** The port on 127.0.0.1 at which the session's proxy listens; null: no network. */
export interface SeatbeltNetwork {
  readonly proxyPort: number | null;
}

export function seatbeltText(profile: SandboxProfile, { proxyPort }: SeatbeltNetwork): string {
  const hasNetwork = profile.network === 'session' && proxyPort !== null;
  const lines = [
    '(version 1)',
    '(deny default)',
    '(allow process-fork)',
    '(allow signal (target same-sandbox))',
    '(allow process-info* (target same-sandbox))',
    '(allow sysctl-read)',
    ...services.map((name) => `(allow mach-lookup (global-name ${quoted(name)}))`),
    ...systemFolders.flatMap(readable),
    ...profile.mounts.flatMap(rulesFor),
    ...(hasNetwork ? [`(allow network-outbound (remote ip "localhost:${proxyPort}"))`] : []),
  ];
  return `${lines.join('\n')}\n`;
}

function rulesFor(mount: SandboxMount): readonly string[] {
  switch (mount.kind) {
    case 'read-only':
      return [...readable(mount.from), `(deny file-write* ${subpath(mount.from)})`];
    case 'writable':
      return [...readable(mount.from), `(allow file-write* ${subpath(mount.from)})`];
    case 'hidden-file':
    case 'hidden-folder':
      return [`(deny file-read* file-write* process-exec* ${subpath(mount.path)})`];
    case 'devices':
      return [
        ...readableDevices.map((path) => `(allow file-read* ${literal(path)})`),
        ...writableDevices.map((path) => `(allow file-read* file-write* ${literal(path)})`),
      ];
    // Needed only with mounts; here nothing is allowed that these rows would cover.
    case 'memory':
    case 'folder':
    case 'processes':
    case 'link':
    case 'frozen':
      return [];
  }
}

/** Programs look at each folder on the way to a file. */
const readable = (path: string): readonly string[] => [
  ...around(path).map((folder) => `(allow file-read-metadata ${literal(folder)})`),
  `(allow file-read* process-exec ${subpath(path)})`,
];

function around(path: string): readonly string[] {
  const names = path.split('/').slice(1, -1);
  return ['/', ...names.map((_, at) => `/${names.slice(0, at + 1).join('/')}`)];
}

const subpath = (path: string): string => `(subpath ${quoted(path)})`;
const literal = (path: string): string => `(literal ${quoted(path)})`;

const quoted = (text: string): string =>
  `"${text.replaceAll('\\', String.raw`\\`).replaceAll('"', String.raw`\"`)}"`;
