import { statSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Failure } from './command.mjs';

const isRoot = () => process.getuid?.() === 0;

/** Chromium refuses to sandbox for root; everybody else keeps the sandbox. */
export const sandboxFlags = () =>
  process.platform === 'linux' && isRoot() ? ['--no-sandbox'] : [];

/**
 * Where users may not make namespaces (Ubuntu 24.04, some containers) Chromium aborts by a trap,
 * unless its helper belongs to root. Only root can do that, so all we can do is say so.
 * @param {number} code what Electron ended with
 * @param {string} dist its folder
 */
export function explainSandboxAbort(code, dist) {
  const helper = path.join(dist, 'chrome-sandbox');
  if (process.platform !== 'linux' || isRoot() || isSetuidRoot(helper)) return;
  if (code !== 128 + os.constants.signals.SIGTRAP) return;
  throw new Failure(
    'Electron stopped at once, most likely because this system does not let it make its sandbox.',
    `sudo chown root:root '${helper}' && sudo chmod 4755 '${helper}'`,
  );
}

/** @param {string} file */
function isSetuidRoot(file) {
  const { mode, uid } = statSync(file, { throwIfNoEntry: false }) ?? { mode: 0, uid: -1 };
  return uid === 0 && (mode & 0o4000) !== 0;
}
