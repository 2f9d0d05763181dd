/** The resources of MCP servers that one connection of a client follows. */
import type { Disposable } from '../../../shared/base/disposable.ts';
import { coversResource } from '../../core/core.ts';

interface FollowedResource {
  readonly server: string;
  /** As the server knows it. */
  readonly uri: string;
  readonly subscription: Disposable;
  /** It waits until the client may hear of it again. */
  timer: NodeJS.Timeout | null;
  lastAt: number;
}

/** Of one connection. */
const maxFollowed = 100;
/** A client hears of one resource at most so often. */
const leastMs = 1_000;

export class ResourceFollows implements Disposable {
  readonly #send: (uri: string) => void;
  readonly #followed = new Map<string, FollowedResource>();
  #isDisposed = false;

  /** `send` tells the client, by the address that it has used. */
  constructor(send: (uri: string) => void) {
    this.#send = send;
  }

  get isFull(): boolean {
    return this.#followed.size >= maxFollowed;
  }

  has(address: string): boolean {
    return this.#followed.has(address);
  }

  add(address: string, followed: Pick<FollowedResource, 'server' | 'uri' | 'subscription'>): void {
    if (this.#isDisposed || this.#followed.has(address)) void followed.subscription.dispose();
    else this.#followed.set(address, { ...followed, timer: null, lastAt: -leastMs });
  }

  remove(address: string): void {
    const followed = this.#followed.get(address);
    this.#followed.delete(address);
    if (!followed) return;
    if (followed.timer) clearTimeout(followed.timer);
    void followed.subscription.dispose();
  }

  /** Those of other servers are not followed any more. */
  keepOnly(mayFollow: (server: string) => boolean): void {
    for (const [address, { server }] of [...this.#followed])
      if (!mayFollow(server)) this.remove(address);
  }

  /** Whether the client is to hear of it, and does not so in a moment anyway. */
  wants(server: string, uri: string): boolean {
    return [...this.#followed.values()].some(
      (followed) => followed.timer === null && isAbout(followed, server, uri),
    );
  }

  updated(server: string, uri: string): void {
    for (const [address, followed] of this.#followed)
      if (isAbout(followed, server, uri)) this.#sendLimited(address, followed);
  }

  dispose(): void {
    this.#isDisposed = true;
    this.keepOnly(() => false);
  }

  #sendLimited(address: string, followed: FollowedResource): void {
    if (followed.timer) return;
    const sendNow = (): void => {
      followed.timer = null;
      followed.lastAt = performance.now();
      this.#send(address);
    };
    const waitMs = followed.lastAt + leastMs - performance.now();
    if (waitMs <= 0) sendNow();
    else followed.timer = setTimeout(sendNow, waitMs);
  }
}

const isAbout = (followed: FollowedResource, server: string, uri: string): boolean =>
  followed.server === server && coversResource(followed.uri, uri);
