/**
 * Looks for newer versions in a signed feed and installs one at the user's request: off until a
 * feed and a key are set, recorded before anything is replaced, and never while an agent has a
 * session.
 */
import { Disposables, type Disposable } from '../../../shared/base/disposable.ts';
import { notices } from '../../../shared/app/notices.ts';
import type { Settings } from '../../../shared/app/settings.ts';
import {
  replacesItself,
  type CheckReceipt,
  type InstallReceipt,
  type InstallWay,
  type UpdateSource,
  type UpdateView,
} from '../../../shared/app/updates.ts';
import { compareVersions } from '../../../shared/app/versions.ts';
import type { Core } from '../../core/core.ts';
import { feedName, type Release, type UpdateFile } from './feed.ts';
import { commandFor, fileFor } from './package-command.ts';
import { addressIn, readFeed, type FeedReading, type FeedSource } from './read-feed.ts';
import { SeenReleases } from './seen-releases.ts';
import { updatesText } from './updates-text.ts';

/** A file to download, as the signed feed names it. */
export interface UpdateDownload {
  readonly version: string;
  readonly address: string;
  readonly file: UpdateFile;
}

/** Replaces the running program. */
export interface UpdateInstaller {
  readonly way: InstallWay;
  /** The feed built into the package; the user's settings have priority. */
  readonly built: UpdateSource;
  /** Rejects unless the complete file has the right digest. */
  download(what: UpdateDownload, onPercent: (percent: number) => void): Promise<DownloadedUpdate>;
}

export interface DownloadedUpdate {
  /**
   * Replaces the program; throws if that is not possible. The new one starts when this one has
   * exited.
   */
  replace(): void;
  /** Quits the app. */
  restart(): void;
}

interface Deps {
  readonly core: Pick<Core, 'note' | 'state' | 'sessions' | 'asks'>;
  readonly installer: UpdateInstaller;
  readonly settingsFile: { readonly live: Settings; onSaved(listener: () => void): Disposable };
  readonly dataDir: string;
  readonly version: string;
  readonly now: () => number;
  readonly onError: (text: string) => void;
  readonly system?: { readonly platform: NodeJS.Platform; readonly arch: string };
}

/** A delay, because other work is more important at startup. */
const firstCheckMs = 60_000;
const checkEveryMs = 6 * 3_600_000;

export class Updates implements Disposable {
  readonly #deps: Deps;
  readonly #seen: SeenReleases;
  readonly #disposables = new Disposables();
  readonly #system: NonNullable<Deps['system']>;
  #timer: NodeJS.Timeout | null = null;
  #found: Release | null = null;
  #postponed: string | null = null;
  #percent: number | null = null;
  #problem: string | null = null;
  #checkedAt: number | null = null;
  /** Each refusal is recorded once, not every six hours. */
  readonly #recorded = new Set<string>();
  /** The running check; a second request shares it. */
  #checking: Promise<CheckReceipt> | null = null;
  #isInstalling = false;

  constructor(deps: Deps) {
    this.#deps = deps;
    this.#seen = new SeenReleases(deps.dataDir);
    this.#system = deps.system ?? { platform: process.platform, arch: process.arch };
    this.#disposables.add(deps.settingsFile.onSaved(() => this.#sourceMayHaveChanged()));
    this.#sourceMayHaveChanged();
  }

  check(): Promise<CheckReceipt> {
    this.#postponed = null;
    return this.#check();
  }

  later(version: string): void {
    this.#postponed = version;
    this.#show();
  }

  async install(version: string): Promise<InstallReceipt> {
    if (this.#isInstalling) return notDone(updatesText.alreadyInstalling);
    this.#isInstalling = true;
    try {
      const receipt = await this.#install(version);
      if (receipt.kind === 'not-done') this.#problem = receipt.why;
      return receipt;
    } finally {
      this.#isInstalling = false;
      this.#percent = null;
      this.#show();
    }
  }

  async dispose(): Promise<void> {
    if (this.#timer) clearTimeout(this.#timer);
    await this.#disposables.dispose();
    await this.#checking;
  }

  /** Null while updates are off. */
  #source(): FeedSource | null {
    const { settingsFile, installer } = this.#deps;
    const { updates } = settingsFile.live;
    const feed = updates.feed ?? installer.built.feed;
    const publicKey = updates.publicKey ?? installer.built.publicKey;
    if (feed === null || publicKey === null) return null;
    return { feed, publicKey, name: feedName(this.#system.platform, this.#system.arch) };
  }

  #lastSource = '';

  #sourceMayHaveChanged(): void {
    const source = this.#source();
    const words = JSON.stringify(source);
    if (words === this.#lastSource) return;
    this.#lastSource = words;
    this.#found = null;
    this.#problem = null;
    this.#checkedAt = null;
    this.#checkIn(source ? firstCheckMs : null);
    this.#show();
  }

  #checkIn(ms: number | null): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
    if (ms === null || this.#disposables.closed) return;
    this.#timer = setTimeout(() => void this.#check(), ms);
    this.#timer.unref();
  }

  #check(): Promise<CheckReceipt> {
    this.#checking ??= this.#look().finally(() => {
      this.#checking = null;
      this.#checkIn(this.#source() ? checkEveryMs : null);
    });
    return this.#checking;
  }

  async #look(): Promise<CheckReceipt> {
    const source = this.#source();
    if (!source) return { kind: 'off' };
    const reading = await this.#read(source);
    // Another feed may have been set meanwhile.
    if (JSON.stringify(source) !== this.#lastSource) return { kind: 'off' };
    this.#checkedAt = this.#deps.now();
    this.#found = null;
    this.#problem = null;
    if (reading.kind !== 'release') {
      this.#problem = reading.why;
      this.#show();
      return { kind: 'failed', why: reading.why };
    }
    const { release } = reading;
    const isNewer = (compareVersions(release.version, this.#deps.version) ?? 0) > 0;
    if (isNewer) this.#found = release;
    this.#show();
    return isNewer ? { kind: 'found', version: release.version } : { kind: 'current' };
  }

  /** A refused feed is recorded and shown; an unreachable one is neither. */
  async #read(source: FeedSource): Promise<FeedReading> {
    const { core, version, onError } = this.#deps;
    try {
      const seen = await this.#seen.last(source.publicKey);
      const reading = await readFeed(source, version, seen);
      if (reading.kind === 'release') {
        await this.#seen.saw(source.publicKey, reading.release);
        core.state.dismissNotice(notices.updateRefused('').id);
      }
      if (reading.kind === 'refused') await this.#refused(source, reading.why);
      return reading;
    } catch (error) {
      onError(`the feed: ${String(error)}`);
      return { kind: 'unreachable', why: updatesText.unreachable(String(error)) };
    }
  }

  async #refused({ feed }: FeedSource, why: string): Promise<void> {
    const { core } = this.#deps;
    core.state.addNotice(notices.updateRefused(why));
    if (this.#recorded.has(why)) return;
    this.#recorded.add(why);
    await core.note('update.refused', `${feed}: ${why}`);
  }

  async #install(version: string): Promise<InstallReceipt> {
    const { core, installer } = this.#deps;
    const source = this.#source();
    if (!source || this.#found?.version !== version) return notDone(updatesText.notOffered);
    if (!replacesItself(installer.way)) return notDone(updatesText.byPackageManager);
    const busy = this.#whyNotNow();
    if (busy !== null) return notDone(busy);
    // Days may pass between the check and the click.
    const reading = await this.#read(source);
    if (reading.kind !== 'release') return notDone(reading.why);
    if (reading.release.version !== version) return notDone(updatesText.notOffered);
    const file = fileFor(reading.release, installer.way, this.#system.arch);
    if (!file) return notDone(updatesText.noFile);
    const words = `${this.#deps.version} → ${version}, ${file.name}, sha512 ${file.sha512}`;
    if (!(await core.note('update.accepted', words, 'person')))
      return notDone(updatesText.ledgerNotWritable);
    const what = { version, file, address: addressIn(source.feed, file.name) };
    return this.#replace(what, words);
  }

  async #replace(what: UpdateDownload, words: string): Promise<InstallReceipt> {
    const { core, installer } = this.#deps;
    let downloaded: DownloadedUpdate;
    this.#progress(0);
    try {
      downloaded = await installer.download(what, (percent) => this.#progress(percent));
    } catch (error) {
      await core.note('update.failed', `${words}: ${whyIn(error)}`);
      return notDone(updatesText.notDownloaded(whyIn(error)));
    }
    if (this.#disposables.closed) return notDone(updatesText.notOffered);
    if (!(await core.note('update.installing', words)))
      return notDone(updatesText.ledgerNotWritable);
    // The download took time; from here on nothing can happen in between.
    const busy = this.#whyNotNow();
    if (busy !== null) return notDone(busy);
    try {
      downloaded.replace();
    } catch (error) {
      await core.note('update.failed', `${words}: ${whyIn(error)}`);
      return notDone(updatesText.notReplaced(whyIn(error)));
    }
    downloaded.restart();
    return { kind: 'restarting' };
  }

  #whyNotNow(): string | null {
    const { sessions, asks } = this.#deps.core;
    if (sessions.list().some(({ ended }) => !ended)) return updatesText.sessionLive;
    return asks.list().length > 0 ? updatesText.askWaiting : null;
  }

  #progress(percent: number): void {
    const whole = Math.floor(percent);
    if (whole === this.#percent) return;
    this.#percent = whole;
    this.#show();
  }

  #show(): void {
    if (!this.#disposables.closed) this.#deps.core.state.setFacts({ update: this.#view() });
  }

  #view(): UpdateView {
    const source = this.#source();
    const [problem, checkedAt] = [this.#problem, this.#checkedAt];
    if (!source) return { kind: 'off' };
    if (!this.#found) return { kind: 'none', checkedAt, problem };
    const { way } = this.#deps.installer;
    const { version, notes } = this.#found;
    const place = { way, arch: this.#system.arch, feed: source.feed };
    const command = replacesItself(way) ? null : commandFor(this.#found, place);
    const isPostponed = this.#postponed === version;
    return {
      ...{ kind: 'found', version, notes, way, command, isPostponed },
      ...{ percent: this.#percent, problem },
    };
  }
}

const notDone = (why: string): InstallReceipt => ({ kind: 'not-done', why });

const whyIn = (error: unknown): string => {
  const text = error instanceof Error ? error.message : String(error);
  return (text.split('\n')[0] ?? '').slice(0, 300).replace(/\.$/, '');
};
