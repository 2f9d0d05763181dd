/** Which ports a namespace's own loopback answers on, from the kernel's table of sockets. */
const listening = '0A';
/** Any address, and loopback, as the kernel writes them. */
const reachable = /^(0{8}|0100007F|0{32}|0{24}01000000|0{16}FFFF00000100007F)$/;

export function listeningPorts(table: string): readonly number[] {
  const ports = new Set<number>();
  for (const line of table.split('\n')) {
    const [, local = '', , state] = line.trim().split(/\s+/);
    const [address = '', port = ''] = local.split(':');
    if (state === listening && reachable.test(address)) ports.add(Number.parseInt(port, 16));
  }
  return [...ports].toSorted((one, other) => one - other);
}
