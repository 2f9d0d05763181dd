/** Makes the profile of a sandbox from a grant and the facts of the machine. */
import { profileRows } from './profile-rows.ts';
import { environmentInside } from './sandbox-environment.ts';
import { namespaces, type ProfileSpec, type SandboxProfile } from './sandbox-profile.ts';

const maxProcesses = 2048;
const maxFolderBytes = 10 * 1024 ** 3;
/** Of the machine's memory: the rest is for the user and for us. */
const memoryShare = 0.75;

export function profileOf(spec: ProfileSpec): SandboxProfile {
  const { purpose, facts, network, cwd } = spec;
  return Object.freeze({
    purpose,
    namespaces,
    network,
    nestedNamespaces: purpose === 'agent' || purpose === 'mcp-server',
    mounts: Object.freeze(profileRows.flatMap((row) => row.mounts(spec))),
    cwd,
    environment: environmentInside(spec),
    seccomp: true,
    limits: {
      memoryBytes: Math.floor(facts.memoryBytes * memoryShare),
      processes: maxProcesses,
      folderBytes: maxFolderBytes,
    },
  });
}
