import { readFileSync } from 'node:fs';
import { say } from './command.mjs';

/** Chromium refuses to sandbox for root; everybody else keeps the sandbox. */
export const sandboxFlags = () =>
  process.platform === 'linux' && process.getuid?.() === 0 ? ['--no-sandbox'] : [];

const RESTRICTIONS = [
  { setting: 'apparmor_restrict_unprivileged_userns', forbidding: '1' },
  { setting: 'unprivileged_userns_clone', forbidding: '0' },
];

/** Says beforehand, and short, what Chromium says at length while it aborts. @param {string} dist */
export function warnIfSandboxIsRestricted(dist) {
  if (process.platform !== 'linux' || process.getuid?.() === 0) return;
  const found = RESTRICTIONS.find(
    ({ setting, forbidding }) => kernelSetting(setting) === forbidding,
  );
  if (!found) return;
  const helper = `${dist}/chrome-sandbox`;
  say(`This kernel restricts sandboxes (${found.setting}). If Electron stops at once, run:`);
  say(`  sudo chown root:root '${helper}' && sudo chmod 4755 '${helper}'`);
}

/** @param {string} name */
function kernelSetting(name) {
  try {
    return readFileSync(`/proc/sys/kernel/${name}`, 'utf8').trim();
  } catch {
    return undefined;
  }
}
