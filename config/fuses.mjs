// The one list of Electron's fuses in a package. pack-hooks.mjs burns it in and reads it back.
import {
  flipFuses,
  FuseState,
  FuseV1Options,
  FuseVersion,
  getCurrentFuseWire,
} from '@electron/fuses';

/** @type {Record<keyof typeof FuseV1Options, boolean>} */
export const FUSES = {
  RunAsNode: false,
  EnableCookieEncryption: true,
  EnableNodeOptionsEnvironmentVariable: false,
  // Also stops SIGUSR1 from opening a debugger.
  EnableNodeCliInspectArguments: false,
  // macOS and Windows check app.asar by it; every platform, Linux too, the V8 snapshot.
  EnableEmbeddedAsarIntegrityValidation: true,
  OnlyLoadAppFromAsar: true,
  // Electron ships no browser_v8_context_snapshot.bin, and without it the app does not start. The
  // integrity check above allows nothing there but a copy of the common snapshot, so on adds nothing.
  LoadBrowserProcessSpecificV8Snapshot: false,
  GrantFileProtocolExtraPrivileges: false,
  // As Electron ships it. Named because a fuse that is not named here stops the build.
  WasmTrapHandlers: true,
};

/** @param {string} binary the executable, or the .app on macOS */
export async function burnFuses(binary, { resetAdHocDarwinSignature = false } = {}) {
  const wire = Object.fromEntries(
    Object.entries(FUSES).map(([name, on]) => [
      FuseV1Options[/** @type {keyof typeof FUSES} */ (name)],
      on,
    ]),
  );
  const strictlyRequireAllFuses = true;
  await flipFuses(binary, {
    version: FuseVersion.V1,
    strictlyRequireAllFuses,
    resetAdHocDarwinSignature,
    .../** @type {Record<FuseV1Options, boolean>} */ (wire),
  });
}

/** @param {string} binary @returns {Promise<Record<string, boolean | undefined>>} */
export async function readFuses(binary) {
  const { version: _, ...wire } = await getCurrentFuseWire(binary);
  /** @type {Record<string, boolean>} */
  const state = { [FuseState.ENABLE]: true, [FuseState.DISABLE]: false };
  /** @type {Record<string, string | number>} */
  const names = FuseV1Options;
  return Object.fromEntries(
    Object.entries(wire).map(([at, value]) => [names[at] ?? `fuse ${at}`, state[String(value)]]),
  );
}

/** @param {Record<string, boolean | undefined>} found @returns {string[]} one line per wrong fuse */
export function wrongFuses(found) {
  /** @type {Record<string, boolean>} */
  const expected = FUSES;
  const names = new Set([...Object.keys(FUSES), ...Object.keys(found)]);
  return [...names]
    .filter((name) => found[name] !== expected[name])
    .map((name) => `${name} is ${found[name]}, not ${expected[name]}`);
}
