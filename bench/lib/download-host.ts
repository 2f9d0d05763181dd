// Runs on Electron's Node: the network of one session as the sandbox host keeps it, in a process of its
// own, with a gate that allows everything. Prints the number of the process that is joined.
import { SessionNetwork } from '../../src/main/platform/sandbox/network/session-network.ts';

const network = await SessionNetwork.start({
  ...{ bwrap: '/usr/bin/bwrap', mcp: null },
  ask: () => ({
    permission: Promise.resolve({ kind: 'open', addresses: ['127.0.0.1'] }),
    failed: (message) => process.stderr.write(`${message}\n`),
    closed: () => undefined,
    stopped: new AbortController().signal,
  }),
});
process.on('SIGTERM', () => void network.dispose().finally(() => process.exit(0)));
console.log(JSON.stringify({ holderPid: network.holderPid }));
