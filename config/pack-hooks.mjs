// What electron-builder calls while it packs. It finds each function by its name.
import path from 'node:path';
import { burnFuses, readFuses, wrongFuses } from './fuses.mjs';
import { copyTools } from './tools.mjs';

/** electron-builder counts its architectures; these are the ones we pack for. */
/** @type {Readonly<Record<number, 'x64' | 'arm64'>>} */
const ARCHES = { 1: 'x64', 3: 'arm64' };

/**
 * False: nothing is rebuilt, and electron-builder brings no node_modules; Vite bundled what is used,
 * and afterPack brings the few tools that cannot be.
 */
export const beforeBuild = async () => false;

/**
 * An Electron from a folder may be anybody's; a release takes only the checked official download.
 * @param {{ outDir: string, packager: { config: { electronDist?: unknown, electronFuses?: unknown } } }} context
 */
export async function beforePack({ outDir, packager }) {
  if (packager.config.electronDist && path.basename(outDir) !== 'unreleasable') {
    throw new Error('An Electron from a folder (electronDist) must not be packed for a release.');
  }
  // electron-builder would burn these in after afterPack has looked.
  if (packager.config.electronFuses) {
    throw new Error(
      'Fuses belong in config/fuses.mjs, not in the configuration of electron-builder.',
    );
  }
}

/** @param {import('electron-builder').AfterPackContext} context */
export async function afterPack({ appOutDir, arch: archNumber, electronPlatformName, packager }) {
  const { productFilename } = packager.appInfo;
  const arch = ARCHES[archNumber];
  if (!arch)
    throw new Error(`Nothing is packed for electron-builder's architecture ${archNumber}.`);
  const tools = path.join(packager.getResourcesDir(appOutDir), 'tools');
  copyTools({ platform: electronPlatformName, arch }, packager.projectDir, tools);
  /** @type {Record<string, string>} */
  const names = { darwin: `${productFilename}.app`, win32: `${productFilename}.exe` };
  const name =
    names[electronPlatformName] ??
    /** @type {import('electron-builder').LinuxPackager} */ (packager).executableName;
  const binary = path.join(appOutDir, name);
  // Apple Silicon starts nothing whose signature does not fit, not even in development.
  const resetAdHocDarwinSignature = electronPlatformName === 'darwin' && arch === 'arm64';
  await burnFuses(binary, { resetAdHocDarwinSignature });
  const wrong = wrongFuses(await readFuses(binary));
  if (wrong.length > 0) throw new Error(`Wrong fuses in ${binary}: ${wrong.join('; ')}.`);
}
