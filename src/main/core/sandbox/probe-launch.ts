/** The launch that is tried at startup: the profile of an ordinary command. */
import { probeSession } from '../../../shared/sandbox/sandbox-status.ts';
import type { SandboxLaunch } from '../../../shared/sandbox/sandbox-launch.ts';
import type { Needs, SandboxMachine } from '../dependencies.ts';
import { launchOf } from './launch-of.ts';
import { profileOf } from './make-profile.ts';
import { patternsFor } from './sandbox-names.ts';

export function probeLaunch(
  machine: SandboxMachine,
  folder: string,
  needs: Pick<Needs, 'home' | 'ownPaths' | 'sha256'>,
): SandboxLaunch {
  const roots = [{ path: folder, device: '', inode: '' }];
  const session = { sessionId: probeSession, clientId: probeSession, roots };
  const facts = machine.facts(session, patternsFor(needs, { protectedNames: [], closed: [] }));
  const profile = profileOf({
    purpose: 'command',
    facts,
    canWrite: true,
    canReadSecrets: false,
    network: 'none',
    cwd: folder,
    environment: { PATH: '/usr/local/bin:/usr/bin:/bin' },
  });
  return launchOf(profile, facts, needs.sha256);
}
