// A clean Debian 12 in a folder, entered as a system of its own: new namespaces and pivot_root. In a plain
// chroot the kernel refuses user namespaces, so that neither bubblewrap nor Chromium's sandbox would work.
import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';

const execute = promisify(execFile);
const user = 'anna';
const plain = ['env', '-i', 'PATH=/usr/sbin:/usr/bin:/sbin:/bin', 'LANG=C.UTF-8'];

const enter = `set -e
mount --make-rprivate /
mount --bind "$1" "$1"
cd "$1"
mount -t proc proc proc
mount --rbind /sys sys
mount --rbind /dev dev
mount -t tmpfs -o mode=1777 tmp tmp
mkdir -p tmp/.X11-unix old
if [ -d /tmp/.X11-unix ]; then mount --bind /tmp/.X11-unix tmp/.X11-unix; fi
pivot_root . old
umount -l /old
echo entered
exec sleep infinity
`;

/** @param {import('./walk.mjs').World} ctx */
export async function openCleanDebian({ home, env }) {
  const root = path.join(home, 'debian');
  const made = ['--variant=apt', '--include=ca-certificates,mount', 'bookworm', root];
  await execute('mmdebstrap', made, { env, maxBuffer: 2 ** 26 });
  fs.copyFileSync('/etc/resolv.conf', path.join(root, 'etc/resolv.conf'));
  const { holder, first } = await enterIn(root, env);
  const within = ['-t', first, '-m', '-p', '-r', '-w'];
  /** @param {string[]} words */
  const asRoot = async (...words) => {
    const all = [...within, ...plain, 'DEBIAN_FRONTEND=noninteractive', ...words];
    return (await execute('nsenter', all, { maxBuffer: 2 ** 26 })).stdout;
  };
  await asRoot('useradd', '--create-home', user);
  await giveCookie(root, env, asRoot);
  const ofUser = ['setpriv', `--reuid=${user}`, `--regid=${user}`, '--init-groups', '--reset-env'];
  const display = [`DISPLAY=${env.DISPLAY}`, `XAUTHORITY=/home/${user}/.Xauthority`];
  /** @param {string[]} words */
  const userWords = (words) => [...within, ...ofUser, 'env', ...display, ...words];
  return {
    root,
    home: `/home/${user}`,
    asRoot,
    /** For programs that are started by others. @param {string[]} words */
    userCommand: (...words) => ({ command: 'nsenter', args: userWords(words) }),
    /** @param {string[]} words */
    async asUser(...words) {
      return (await execute('nsenter', userWords(words), { maxBuffer: 2 ** 26 })).stdout;
    },
    /** Starts a program and leaves it running; what it says is in the file. @param {string[]} words */
    start(...words) {
      const file = path.join(home, 'app.log');
      const log = fs.openSync(file, 'a');
      const child = spawn('nsenter', userWords(words), { stdio: ['ignore', log, log] });
      fs.closeSync(log);
      return { child, said: () => fs.readFileSync(file, 'utf8') };
    },
    /** A link is not followed: it would lead to the system outside. @param {string} file absolute, inside */
    has: (file) => fs.lstatSync(path.join(root, file), { throwIfNoEntry: false }) !== undefined,
    /** @param {string} file */
    read: (file) => fs.readFileSync(path.join(root, file), 'utf8'),
    async close() {
      const ended = new Promise((resolve) => holder.once('exit', resolve));
      holder.kill('SIGKILL');
      await ended;
      // What was mounted is gone with the namespace.
      assert.ok(!fs.existsSync(path.join(root, 'proc/self')));
    },
  };
}

/** @param {string} root @param {NodeJS.ProcessEnv} env */
async function enterIn(root, env) {
  const args = ['--mount', '--pid', '--fork', '--kill-child', 'sh', '-c', enter, 'sh', root];
  const holder = spawn('unshare', args, { env, stdio: ['ignore', 'pipe', 'inherit'] });
  await new Promise((resolve, reject) => {
    holder.stdout?.once('data', resolve);
    holder.once('exit', (code) => reject(new Error(`the root was not entered: ${code}`)));
  });
  const children = fs.readFileSync(`/proc/${holder.pid}/task/${holder.pid}/children`, 'utf8');
  return { holder, first: children.trim().split(' ')[0] ?? '' };
}

/** @param {string} root @param {NodeJS.ProcessEnv} env @param {(...words: string[]) => Promise<string>} asRoot */
async function giveCookie(root, env, asRoot) {
  if (!env.XAUTHORITY) return;
  const inside = `/home/${user}/.Xauthority`;
  fs.copyFileSync(env.XAUTHORITY, path.join(root, inside));
  await asRoot('chown', `${user}:${user}`, inside);
}
