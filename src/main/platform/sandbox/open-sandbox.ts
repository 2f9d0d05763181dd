/**
 * Opens the sandbox of this machine: finds bubblewrap and tries it before anything relies on it.
 */
import fs from 'node:fs';
import path from 'node:path';
import type { SandboxStatus } from '../../../shared/sandbox/sandbox-status.ts';
import type { SandboxLaunch } from '../../../shared/sandbox/sandbox-launch.ts';
import type { SandboxMachine } from '../../core/dependencies.ts';
import { gitProgram } from '../git/git-environment.ts';
import { canLimitRoot, removeOldGroups } from '../programs/control-group.ts';
import { findSystemProgram } from './find-bwrap.ts';
import { SandboxFiles, type PrivateFilesDeps } from './private-files.ts';
import { probeSandbox } from './probe.ts';
import { RealSandbox } from './real-sandbox.ts';
import { unavailable } from './sandbox-causes.ts';

export interface OpenSandboxDeps extends PrivateFilesDeps {
  /** How an ordinary command in a folder is started, based on the machine's facts. */
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
  // Set by tests and benches, and by users who want an ask for every command.
  const isOff = process.env['GATEHOUSE_NO_SANDBOX'] === '1';
  const bwrap = isOff ? null : findSystemProgram('bwrap');
  const canRecord = (await gitProgram([])) !== null;
  const machine = new RealSandbox(
    { ...deps, bwrap: bwrap ?? '', ownPrograms: ownPrograms(), canRecord },
    unavailable('failed', 'it was not tried yet'),
  );
  machine.start();
  removeOldGroups();
  if (platform !== 'linux' || SandboxFiles.filter() === null)
    machine.setStatus(unavailable('unsupported-system'));
  else if (bwrap === null) machine.setStatus(unavailable('missing'));
  else {
    const launch = (folder: string): SandboxLaunch => launchIn(machine, folder);
    const status = await probeSandbox({ dataDir, launchIn: launch });
    machine.setStatus(withLimits(status, process.getuid?.() === 0, canLimitRoot));
    machine.endProbe();
  }
  return machine;
}

const unlimitedRoot =
  'Gatehouse runs as root and can make no control group here: processes and memory of a command are only counted, twice a second.';

/** Only a control group limits root's processes; where there is none, the reason is reported. */
export const withLimits = (
  status: SandboxStatus,
  isRoot: boolean,
  canLimit: () => boolean,
): SandboxStatus =>
  status.kind === 'ready' && isRoot && !canLimit() ? { ...status, note: unlimitedRoot } : status;

/**
 * Electron itself, which runs as Node for some servers, and the programs that come with the app.
 */
function ownPrograms(): readonly string[] {
  const { resourcesPath = '' } = process as { resourcesPath?: string };
  const packed = path.join(resourcesPath, 'tools');
  const isPacked = resourcesPath !== '' && fs.existsSync(packed);
  const modules = isPacked ? packed : nearestModules(import.meta.dirname);
  const found = [path.dirname(fs.realpathSync(process.execPath)), modules];
  return found.flatMap((folder) => (folder === null ? [] : [folder]));
}

/** The `node_modules` of the checkout, with links resolved. */
function nearestModules(folder: string): string | null {
  const own = path.join(folder, 'node_modules');
  if (fs.existsSync(own)) return own;
  return path.dirname(folder) === folder ? null : nearestModules(path.dirname(folder));
}
