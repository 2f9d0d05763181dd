/** Explains bubblewrap's errors: one sentence and a fix for each. */
import type { SandboxCause, SandboxStatus } from '../../../shared/sandbox/sandbox-status.ts';

type Unavailable = Extract<SandboxStatus, { kind: 'unavailable' }>;

const consequence = 'You are asked about each command.';

const texts: Readonly<Record<SandboxCause, readonly [because: string, fix: string]>> = {
  missing: [
    'bubblewrap is not installed',
    'Install it: "sudo apt install bubblewrap" (Debian, Ubuntu), "sudo dnf install bubblewrap" (Fedora) or "sudo pacman -S bubblewrap" (Arch). Then restart Gatehouse.',
  ],
  apparmor: [
    'AppArmor does not let bubblewrap create user namespaces',
    'Install Gatehouse from its .deb package, whose AppArmor profile allows user namespaces to Gatehouse and what it starts. If you use the AppImage, add such a profile for its path: flags=(unconfined), with the line "userns,". Then restart Gatehouse.',
  ],
  namespaces: [
    'this system does not allow more user namespaces',
    'Raise user.max_user_namespaces, or set kernel.unprivileged_userns_clone to 1 where the system has it. Then restart Gatehouse.',
  ],
  container: [
    'the container that Gatehouse runs in does not allow namespaces',
    'Run Gatehouse outside of the container, or allow user namespaces in its seccomp profile.',
  ],
  'unsupported-system': ['there is no sandbox for this system yet', ''],
  failed: ['a test of the sandbox failed', 'Run "gatehouse doctor" for details.'],
};

export function unavailable(cause: SandboxCause, detail = ''): Unavailable {
  const [because, fix] = texts[cause];
  const more = detail === '' ? '' : `: ${detail}`;
  const why = `Commands can't be sandboxed on this computer (${because}${more}).`;
  return { kind: 'unavailable', cause, why, sentence: `${why} ${consequence}`, fix };
}

const uidMap = /setting up uid map: Permission denied|loopback: Failed RTM_NEWADDR/;
const tooMany = /max_\w+_namespaces|No space left on device/;
const notAllowed = /No permissions to create(?: a)? new namespace|Creating new namespace failed/;

/** `said` is the last line of bubblewrap's output. */
export function causeOf(
  said: string,
  { cloneIsOff }: { readonly cloneIsOff: boolean },
): Unavailable {
  if (uidMap.test(said)) return unavailable('apparmor');
  if (tooMany.test(said)) return unavailable('namespaces');
  if (notAllowed.test(said)) return unavailable(cloneIsOff ? 'namespaces' : 'container');
  return unavailable('failed', said.replace(/^bwrap: /, '').slice(0, 200));
}
