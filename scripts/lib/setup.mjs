// Everything between a fresh clone and a running Electron, with Node's built-ins alone, and a few
// milliseconds when there is nothing to do.
import { say } from './command.mjs';
import { checkNodeVersion, installDependencies } from './dependencies.mjs';
import { provideElectron } from './electron-runtime.mjs';
import { provideSystemLibraries } from './system-libraries.mjs';
import { needsVirtualDisplay, startPrivateBus, startVirtualDisplay } from './virtual-display.mjs';

/** @typedef {import('./electron-runtime.mjs').Runtime} Runtime */
/** @typedef {{ electron: Runtime, env: NodeJS.ProcessEnv, dispose: () => void }} Environment */

/** Enough to build: no Electron, no display. */
export async function setUpDependencies() {
  checkNodeVersion();
  await installDependencies();
}

/**
 * @param {{ display: boolean, bus?: boolean }} wanted a bus is only added to a virtual display
 * @returns {Promise<Environment>} call dispose() at the end
 */
export async function setUp({ display, bus = false }) {
  await setUpDependencies();
  const electron = await provideElectron();
  const virtualDisplay = display && needsVirtualDisplay();
  if (process.platform === 'linux') await provideSystemLibraries(electron, { virtualDisplay });
  const environment = { electron, env: { ...process.env }, dispose: () => {} };
  // Left behind by some editors' terminals; with it Electron is no Electron.
  delete environment.env.ELECTRON_RUN_AS_NODE;
  if (!virtualDisplay) return environment;

  const screen = await startVirtualDisplay();
  const privateBus =
    bus && !environment.env.DBUS_SESSION_BUS_ADDRESS ? await startPrivateBus() : undefined;
  say(`There is no display here: using a virtual one (${screen.env.DISPLAY}).`);
  Object.assign(environment.env, screen.env, privateBus?.env);
  environment.dispose = () => {
    privateBus?.dispose();
    screen.dispose();
  };
  return environment;
}
