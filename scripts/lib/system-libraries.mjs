// Electron is a Chromium: on Linux it needs a desktop's shared libraries, which a bare machine does
// not have. As root on a Debian-like system they are installed; else the one command is printed.
import os from 'node:os';
import { Failure, say, withProgress } from './command.mjs';
import { findProgram, run } from './processes.mjs';
import { addToStamp, readStamp } from './stamp.mjs';

/** Opened at run time, so that `ldd` does not see them: notifications and the keyring. */
const OPTIONAL_LIBRARIES = ['libnotify.so.4', 'libsecret-1.so.0'];
/** Debian package names, the first one the system knows is taken: newer releases renamed some. */
const APT_LIBRARIES = [
  ['libgtk-3-0t64', 'libgtk-3-0'],
  ['libnss3'],
  ['libasound2t64', 'libasound2'],
  ['libgbm1'],
  ['libnotify4'],
  ['libsecret-1-0'],
  ['bubblewrap'],
];
const APT_DISPLAY = [['xvfb'], ['xauth'], ['dbus-daemon', 'dbus']];
const OTHER_INSTALLERS = [
  [
    'dnf',
    'sudo dnf install -y gtk3 nss alsa-lib mesa-libgbm libnotify libsecret bubblewrap',
    'xorg-x11-server-Xvfb dbus-daemon',
  ],
  [
    'pacman',
    'sudo pacman -S --needed gtk3 nss alsa-lib mesa libnotify libsecret bubblewrap',
    'xorg-server-xvfb dbus',
  ],
];

/**
 * @param {{ executable: string, version: string }} electron
 * @param {{ virtualDisplay: boolean }} options
 */
export async function provideSystemLibraries(electron, { virtualDisplay }) {
  // The host's name is in it because a folder of sources is often shared with containers.
  const place = `${electron.executable} on ${os.hostname()}${virtualDisplay ? ', virtual display' : ''}`;
  const record = `Electron ${electron.version} at ${place}`;
  if (readStamp().checked?.includes(record)) return;

  let missing = await findMissing(electron.executable, virtualDisplay);
  if (missing.required.length + missing.optional.length > 0 && canInstall()) {
    await aptInstall(virtualDisplay);
    missing = await findMissing(electron.executable, virtualDisplay);
  }
  if (missing.required.length > 0) {
    throw new Failure(
      `Electron needs ${shortList(missing.required)}, not found on this system.`,
      await installAdvice(virtualDisplay),
    );
  }
  if (missing.optional.length > 0) {
    say(
      `Not found, so notifications, keyring, tray or sandbox may not work: ${missing.optional.join(', ')}.`,
    );
  }
  await smokeTest(electron.executable);
  addToStamp({ checked: [...(readStamp().checked ?? []), record].slice(-8) });
}

/** @param {string[]} names */
const shortList = (names) =>
  names.length <= 4
    ? names.join(', ')
    : `${names.slice(0, 3).join(', ')} and ${names.length - 3} more`;

const canInstall = () => process.getuid?.() === 0 && findProgram('apt-get') !== undefined;

/** @param {string} executable @param {boolean} virtualDisplay */
async function findMissing(executable, virtualDisplay) {
  const linked = await run('ldd', [executable], { output: 'capture' });
  const unresolved = linked.output.matchAll(/^\s*(\S+) => not found/gm);
  const required = Array.from(unresolved, ([, name = '']) => name);
  const ldconfig = findProgram('ldconfig') ?? '/sbin/ldconfig';
  const known = await run(ldconfig, ['-p'], { output: 'capture' });
  const optional = OPTIONAL_LIBRARIES.filter(
    (name) => known.code === 0 && !known.output.includes(name),
  );
  if (!findProgram('bwrap')) optional.push('bwrap');
  if (virtualDisplay && !findProgram('Xvfb')) required.unshift('Xvfb (there is no display here)');
  if (virtualDisplay && !findProgram('dbus-daemon')) optional.push('dbus-daemon');
  return { required, optional };
}

/** @param {boolean} withDisplay */
async function aptInstall(withDisplay) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const timeout = ['-q', '-o', 'DPkg::Lock::Timeout=120'];
  await withProgress('Installing the system libraries Electron needs (apt-get)', async () => {
    const update = await run('apt-get', [...timeout, 'update'], { env, output: 'capture' });
    const names = await aptPackages(withDisplay);
    const args = [...timeout, 'install', '-y', '--no-install-recommends', ...names];
    const install = await run('apt-get', args, { env, output: 'capture' });
    if (install.code !== 0)
      say(`${update.code === 0 ? '' : update.output}${install.output}`.trim());
  });
}

/** @param {boolean} withDisplay */
async function aptPackages(withDisplay) {
  const wanted = withDisplay ? [...APT_LIBRARIES, ...APT_DISPLAY] : APT_LIBRARIES;
  return Promise.all(
    wanted.map(async (names) => {
      for (const name of names.slice(0, -1)) {
        if ((await run('apt-cache', ['show', name], { output: 'capture' })).code === 0) return name;
      }
      return names.at(-1) ?? '';
    }),
  );
}

/** @param {boolean} withDisplay */
async function installAdvice(withDisplay) {
  if (findProgram('apt-get')) {
    const names = await aptPackages(withDisplay);
    const sudo = process.getuid?.() === 0 ? '' : 'sudo ';
    return `${sudo}apt-get install -y --no-install-recommends ${names.join(' ')}`;
  }
  const [, libraries, display] = OTHER_INSTALLERS.find(([tool]) => findProgram(tool ?? '')) ?? [];
  if (libraries) return withDisplay ? `${libraries} ${display}` : libraries;
  return 'install GTK 3, NSS, ALSA and GBM (and Xvfb without a display) with your package manager.';
}

/** As plain Node: needs no display, but loads everything that is linked. @param {string} executable */
async function smokeTest(executable) {
  const env = { ...process.env, ELECTRON_RUN_AS_NODE: '1' };
  const args = ['-p', 'process.versions.electron'];
  const { code, output } = await run(executable, args, {
    env,
    output: 'capture',
    timeoutMs: 30_000,
  });
  if (code === 0) return;
  const reason = output.trim().split('\n')[0] || `it ended with code ${code}`;
  throw new Failure(
    `Electron does not start on this system: ${reason}`,
    'if its program is damaged, remove node_modules/electron/dist and run the command again.',
  );
}
