/** The sandbox of this machine: whether there is one, and the facts for its profiles. */
import fs from 'node:fs';
import { isInside } from '../../../shared/files/inside.ts';
import type { FolderPatterns, SandboxMachine } from '../../core/dependencies.ts';
import type { MachineFacts, SandboxedSession } from '../../../shared/sandbox/machine-facts.ts';
import type { SandboxStatus } from '../../../shared/sandbox/sandbox-status.ts';
import { mountsBelow } from '../files/mounts.ts';
import { FolderScanner } from './folder-facts.ts';
import { nameInside, SandboxFiles, type PrivateFilesDeps } from './private-files.ts';
import { probeSession } from '../../../shared/sandbox/sandbox-status.ts';
import { hiddenPlaces, systemFacts } from './system-facts.ts';

export interface RealSandboxDeps extends PrivateFilesDeps {
  /** The path of a trusted bubblewrap. */
  readonly bwrap: string;
  /** Programs that come with the app; only language servers see them. */
  readonly ownPrograms: readonly string[];
  /** Left out: commands have no network at all. */
  readonly launchNetwork?: SandboxMachine['launchNetwork'];
  /** Whether git is available for checkpoints. */
  readonly canRecord?: boolean;
}

export class RealSandbox implements SandboxMachine {
  readonly #deps: RealSandboxDeps;
  readonly #files: SandboxFiles;
  readonly #scanner = new FolderScanner();
  readonly launchNetwork?: NonNullable<SandboxMachine['launchNetwork']>;
  #status: SandboxStatus;

  constructor(deps: RealSandboxDeps, status: SandboxStatus) {
    this.#deps = deps;
    if (deps.launchNetwork) this.launchNetwork = deps.launchNetwork;
    this.#status = status;
    this.#files = new SandboxFiles(deps);
  }

  start(): void {
    this.#files.start();
  }

  status(): SandboxStatus {
    return this.#status;
  }

  setStatus(status: SandboxStatus): void {
    this.#status = status;
  }

  facts(session: SandboxedSession, patterns: FolderPatterns): MachineFacts {
    const { bwrap, home, ownPrograms } = this.#deps;
    const system = systemFacts(bwrap, home);
    const folders = session.roots.map((root) => this.#scanner.scan(root.path, patterns));
    const mounts = session.roots.flatMap((root) => mountsBelow(root.path));
    const own = withTargets(patterns.hidden).filter((place) =>
      session.roots.some((root) => isInside(place, root.path)),
    );
    return {
      ...system,
      user: nameInside(system.user),
      ownPrograms: ownPrograms.filter((folder) => fs.existsSync(folder)),
      folders,
      hidden: hiddenPlaces([...own, ...mounts]),
      files: this.#files.filesOf(session),
    };
  }

  canRestore(): boolean {
    return this.#deps.canRecord === true;
  }

  endSession(sessionId: string): void {
    this.#files.endSession(sessionId);
  }

  endProbe(): void {
    this.#files.endForGood(probeSession);
  }

  dispose(): Promise<void> {
    return this.#files.dispose();
  }
}

/** A link's target, as of `~/.ssh`, is hidden as well; it may be in a granted folder. */
const withTargets = (places: readonly string[]): readonly string[] => [
  ...new Set(places.flatMap((place) => [place, ...targetOf(place)])),
];

function targetOf(place: string): readonly string[] {
  try {
    // Most of them do not exist, and an error costs more than a look.
    const isThere = fs.lstatSync(place, { throwIfNoEntry: false }) !== undefined;
    return isThere ? [fs.realpathSync.native(place)] : [];
  } catch {
    return [];
  }
}
