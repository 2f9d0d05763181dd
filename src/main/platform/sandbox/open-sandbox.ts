/** Opens the sandbox of this machine: finds the engine and tries it before anything relies on it. */
import fs from 'node:fs';
import path from 'node:path';
import type { SandboxLaunch } from '../../../shared/sandbox/sandbox-launch.ts';
import type { SandboxMachine } from '../../core/dependencies.ts';
import { findSystemProgram } from './find-bwrap.ts';
import { SandboxFiles, type PrivateFilesDeps } from './private-files.ts';
import { probeSandbox } from './probe.ts';
import { RealSandbox } from './real-sandbox.ts';
import { unavailable } from './sandbox-causes.ts';

export interface OpenSandboxDeps extends PrivateFilesDeps {
  /** The launch of an ordinary command in a folder, made from the machine's facts. */
  readonly launchIn: (machine: SandboxMachine, folder: string) => SandboxLaunch;
  readonly platform?: NodeJS.Platform;
  readonly launchNetwork?: NonNullable<SandboxMachine['launchNetwork']>;
}

export async function openSandbox({
  launchIn,
  platform = process.platform,
  ...deps
}: OpenSandboxDeps): Promise<RealSandbox> {
  const { dataDir } = deps;
  const bwrap = findSystemProgram('bwrap');
  const machine = new RealSandbox(
    { ...deps, bwrap: bwrap ?? '', ownPrograms: ownPrograms() },
    unavailable('failed', 'it was not tried yet'),
  );
  machine.start();
  if (platform !== 'linux' || SandboxFiles.filter() === null)
    machine.setStatus(unavailable('unsupported-system'));
  else if (bwrap === null) machine.setStatus(unavailable('missing'));
  else {
    const launch = (folder: string): SandboxLaunch => launchIn(machine, folder);
    machine.setStatus(await probeSandbox({ dataDir, launchIn: launch }));
  }
  return machine;
}

/** Electron itself, which runs as Node for some servers, and the programs that come with the app. */
function ownPrograms(): readonly string[] {
  const { resourcesPath = '' } = process as { resourcesPath?: string };
  const packed = path.join(resourcesPath, 'tools');
  const isPacked = resourcesPath !== '' && fs.existsSync(packed);
  const modules = isPacked ? packed : nearestModules(import.meta.dirname);
  const found = [path.dirname(fs.realpathSync(process.execPath)), modules];
  return found.flatMap((folder) => (folder === null ? [] : [folder]));
}

/** The `node_modules` of the checkout, with its links followed. */
function nearestModules(folder: string): string | null {
  const own = path.join(folder, 'node_modules');
  if (fs.existsSync(own)) return own;
  return path.dirname(folder) === folder ? null : nearestModules(path.dirname(folder));
}
