/** The ports that Gatehouse itself listens on, to which sandboxed code may not connect. */
import os from 'node:os';
import { classOfAddress } from '../../../../shared/network/address-class.ts';
import { canonicalHost } from '../../../../shared/network/host-name.ts';

export class OwnPorts {
  readonly #ports: () => readonly (number | null)[];

  /** Read on each use: listeners open and close with the settings. */
  constructor(ports: () => readonly (number | null)[]) {
    this.#ports = ports;
  }

  readonly isOwn = (address: string, port: number): boolean =>
    this.#ports().includes(port) && isThisMachine(address);
}

/** Loopback and every address of this machine: a listener on all interfaces is also reached there. */
export function isThisMachine(address: string): boolean {
  if (classOfAddress(address) === 'loopback') return true;
  const own = Object.values(os.networkInterfaces()).flatMap((all) => all ?? []);
  return own.some((item) => canonicalHost(item.address) === address);
}
