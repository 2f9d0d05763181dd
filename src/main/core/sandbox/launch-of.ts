/** Turns a profile into the launch that the workbench starts. */
import type { MachineFacts } from '../../../shared/sandbox/machine-facts.ts';
import type { SandboxLaunch } from '../../../shared/sandbox/sandbox-launch.ts';
import { bwrapArguments, limiterOf } from './bwrap-arguments.ts';
import { profileText, type SandboxProfile } from './sandbox-profile.ts';

export const digestOf = (profile: SandboxProfile, sha256: (text: string) => string): string =>
  sha256(profileText(profile));

export const launchOf = (
  profile: SandboxProfile,
  facts: MachineFacts,
  sha256: (text: string) => string,
  network: SandboxLaunch['network'] = null,
  agentFolders: readonly string[] = [],
): SandboxLaunch => ({
  profileSha256: digestOf(profile, sha256),
  bwrap: facts.bwrap,
  args: [...bwrapArguments(profile)],
  env: { ...profile.environment },
  network,
  limits: { ...profile.limits },
  limiter: [...limiterOf(profile, facts.prlimit)],
  privateFolders: [
    ...[facts.files.temporary, facts.files.home, facts.files.ownFiles],
    ...agentFolders,
  ],
  seccompFile: facts.files.seccomp,
});
