/**
 * Which ports accept connections on a namespace's own loopback, from the kernel's socket table.
 */
const listening = '0A';
/** Any address, and loopback, in the kernel's notation. */
const reachable = /^(0{8}|0100007F|0{32}|0{24}01000000|0{16}FFFF00000100007F)$/;

export function listeningPorts(table: string): readonly number[] {
  const ports = new Set<number>();
  for (const line of table.split('\n')) {
    const [, local = '', , state] = line.trim().split(/\s+/);
    const [address = '', port = ''] = local.split(':');
    if (state === listening && reachable.test(address)) ports.add(Number.parseInt(port, 16));
  }
  return [...ports].toSorted((a, b) => a - b);
}
