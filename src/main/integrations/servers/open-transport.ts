/** Opens the transport to a server: stdio of its program, Streamable HTTP, or the older SSE. */
import {
  SSEClientTransport,
  StreamableHTTPClientTransport,
  type AuthProvider,
} from '@modelcontextprotocol/client';
import type { ServerSpec } from '../../../shared/servers/server-commands.ts';
import type { ServerIsolation } from '../../../shared/servers/server-views.ts';
import type { PipedProgram } from '../../platform/programs/piped-program.ts';
import type { ServerLog } from '../opencode/server-log.ts';
import { boundedFetch } from './bounded-fetch.ts';
import { PipedTransport } from './piped-transport.ts';
import { withSecrets } from './secret-references.ts';
import type { OpenTransport } from './server-connection.ts';
import { startServer, type StartDeps } from './server-start.ts';

export interface TransportSource {
  readonly name: string;
  readonly spec: ServerSpec;
  readonly secrets: ReadonlyMap<string, string>;
  readonly log: ServerLog;
  readonly authProvider: AuthProvider;
  readonly onFlood: (why: string) => void;
}

export interface OpenedTransport extends OpenTransport {
  readonly program: PipedProgram | null;
  readonly isolation: ServerIsolation;
}

const stderrBytesPerSecond = 256 * 1024;

export async function openTransport(
  source: TransportSource,
  deps: StartDeps,
): Promise<OpenedTransport> {
  const { name, spec, secrets, log, onFlood } = source;
  if (spec.kind !== 'stdio') return openRemote(source, spec);
  const { program, isolation } = await startServer(name, spec, secrets, deps);
  keepErrors(program, log);
  const onGarbage = (text: string): void => log.say(`no message: ${text}`);
  const transport = new PipedTransport({ program, onGarbage, onFlood });
  return { transport, kind: 'stdio', program, isolation };
}

function openRemote(
  { secrets, authProvider, onFlood }: TransportSource,
  spec: Exclude<ServerSpec, { kind: 'stdio' }>,
): OpenedTransport {
  const url = new URL(withSecrets(spec.url, secrets));
  const headers = Object.fromEntries(spec.headers.map((key) => [key, secrets.get(key) ?? '']));
  const options = { authProvider, fetch: boundedFetch(onFlood), requestInit: { headers } };
  const transport =
    spec.kind === 'sse'
      ? new SSEClientTransport(url, options)
      : new StreamableHTTPClientTransport(url, options);
  return { transport, kind: 'remote', program: null, isolation: { kind: 'remote' } };
}

/** Output beyond this per second is dropped. */
function keepErrors({ stderr }: PipedProgram, log: ServerLog): void {
  let since = 0;
  let bytes = 0;
  stderr?.on('data', (piece: Buffer) => {
    const now = performance.now();
    if (now - since > 1_000) {
      if (bytes > stderrBytesPerSecond) log.say('some of its output was dropped');
      since = now;
      bytes = 0;
    }
    bytes += piece.length;
    if (bytes <= stderrBytesPerSecond) log.write(piece.toString('utf8'));
  });
}
