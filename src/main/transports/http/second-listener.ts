/**
 * Manages the TLS listener: reloads renewed certificate files without a restart, retries when it
 * could not be opened, and warns the user before the certificate expires.
 */
import { stat } from 'node:fs/promises';
import type { Disposable } from '../../../shared/base/disposable.ts';
import { notices } from '../../../shared/app/notices.ts';
import type { Settings } from '../../../shared/app/settings.ts';
import type { Clock } from '../../core/dependencies.ts';
import type { Core } from '../../core/core.ts';
import { dayOf, loadCertificate, whyNotNow } from '../../platform/keys/certificate-check.ts';
import type { RequestRouter } from './request-router.ts';
import { openTls, type TlsListener } from './tls-listener.ts';

interface Deps {
  readonly router: RequestRouter;
  readonly listen: NonNullable<Settings['listen']>;
  readonly core: Pick<Core, 'note'> & { readonly state: Pick<Core['state'], Notices> };
  readonly clock: Clock;
}

type Notices = 'addNotice' | 'dismissNotice';

const lookEveryMs = 5_000;
const warnBeforeMs = 14 * 86_400_000;

export class SecondListener implements Disposable {
  readonly #deps: Deps;
  #tls: TlsListener | null = null;
  #timer: Disposable | null = null;
  #files: string | null = null;
  #said: string | null = null;
  #closed = false;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** Null while it is not open. */
  get url(): string | null {
    return this.#tls?.url ?? null;
  }

  async start(): Promise<void> {
    await this.#checkCertificate();
    this.#arm();
  }

  /** Closes immediately, including open connections. */
  shut(): void {
    this.dispose();
    this.#tls?.shut();
  }

  dispose(): void {
    this.#closed = true;
    void this.#timer?.dispose();
    this.#tls?.dispose();
  }

  #arm(): void {
    if (this.#closed) return;
    this.#timer = this.#deps.clock.after(lookEveryMs, () => {
      void this.#checkCertificate().then(() => this.#arm());
    });
  }

  async #checkCertificate(): Promise<void> {
    const files = await this.#filesNow();
    if (this.#closed) return;
    if (files !== this.#files) await (this.#tls ? this.#renew(this.#tls) : this.#open());
    this.#files = this.#tls ? files : null;
    if (this.#tls) this.#sayHowLong(this.#tls);
  }

  async #open(): Promise<void> {
    const { router, listen, core } = this.#deps;
    const tls = await openTls(router, listen);
    if ('why' in tls) return this.#say(tls.why);
    if (this.#closed) return tls.shut();
    this.#tls = tls;
    core.state.dismissNotice(notices.tlsFailed('').id);
  }

  /** Certificate and key are replaced one after the other: a mismatch now may be gone at the next check. */
  async #renew(tls: TlsListener): Promise<void> {
    const { listen, core } = this.#deps;
    const loaded = await loadCertificate(listen);
    if ('why' in loaded) return core.state.addNotice(notices.tlsNotRenewed(loaded.why));
    core.state.dismissNotice(notices.tlsNotRenewed('').id);
    tls.renew(loaded);
    await core.note('listen.renewed', `certificate valid until ${dayOf(loaded.validTo)}`);
  }

  #say(why: string): void {
    if (this.#said === why) return;
    this.#said = why;
    this.#deps.core.state.addNotice(notices.tlsFailed(why));
  }

  #sayHowLong({ certificate }: TlsListener): void {
    const { state } = this.#deps.core;
    const now = this.#deps.clock.now();
    const why = whyNotNow(certificate, now);
    const expiresShortly = certificate.validTo - now < warnBeforeMs;
    if (why !== null) state.addNotice(notices.tlsInvalid(why));
    else if (expiresShortly) state.addNotice(notices.tlsExpires(dayOf(certificate.validTo)));
    else state.dismissNotice(notices.tlsExpires('').id);
  }

  /** A string that changes when one of the files or its permissions change. */
  async #filesNow(): Promise<string> {
    const { certFile, keyFile } = this.#deps.listen;
    const checks = [certFile, keyFile].map(async (file) => {
      const found = await stat(file).catch(() => null);
      return found && [found.ino, found.size, found.mtimeMs, found.ctimeMs];
    });
    return JSON.stringify(await Promise.all(checks));
  }
}
