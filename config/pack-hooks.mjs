// What electron-builder calls while it packs. It finds each function by its name.
import path from 'node:path';
import { burnFuses, readFuses, wrongFuses } from './fuses.mjs';

const ARM64 = 3; // electron-builder's Arch.arm64

/** False: nothing is rebuilt, and no node_modules go into the package; Vite bundled what is used. */
export const beforeBuild = async () => false;

/** An Electron from a folder may be anybody's; a release takes only the checked official download. */
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

export async function afterPack({ appOutDir, arch, electronPlatformName, packager }) {
  const { productFilename } = packager.appInfo;
  const name =
    { darwin: `${productFilename}.app`, win32: `${productFilename}.exe` }[electronPlatformName] ??
    packager.executableName;
  const binary = path.join(appOutDir, name);
  // Apple Silicon starts nothing whose signature does not fit, not even in development.
  const resetAdHocDarwinSignature = electronPlatformName === 'darwin' && arch === ARM64;
  await burnFuses(binary, { resetAdHocDarwinSignature });
  const wrong = wrongFuses(await readFuses(binary));
  if (wrong.length > 0) throw new Error(`Wrong fuses in ${binary}: ${wrong.join('; ')}.`);
}
