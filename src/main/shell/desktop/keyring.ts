/** The system keyring through Electron, trusted only when it really encrypts. */
import { safeStorage } from 'electron';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Keyring } from '../../platform/keys/install-key.ts';

const timeoutMs = 3_000;
const everyMs = 100;
/** On Linux, data sealed with a key of a keyring starts so; a fixed built-in key writes v10. */
const linuxKeyringMark = 'v11';

export const systemKeyring: Keyring = {
  async fingerprint(plain) {
    if (!(await available())) return null;
    const sealed = await safeStorage.encryptStringAsync(plain);
    return isReal(sealed) ? sealed : null;
  },
  async unseal(sealed) {
    if (!isReal(sealed) || !(await available())) return null;
    try {
      return (await safeStorage.decryptStringAsync(sealed)).result;
    } catch {
      return null;
    }
  },
};

/** It answers late on a cold keyring, and calling too early crashes some versions. */
async function available(): Promise<boolean> {
  for (let waited = 0; waited < timeoutMs; waited += everyMs) {
    if (await safeStorage.isAsyncEncryptionAvailable()) return true;
    await sleep(everyMs);
  }
  return false;
}

const isReal = (sealed: Buffer): boolean =>
  process.platform !== 'linux' || sealed.subarray(0, 3).toString('latin1') === linuxKeyringMark;
