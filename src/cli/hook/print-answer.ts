/** Runs the bridge in this process: stdin in, the answer out; resolves to the exit code. */
import { confirmOption } from '../../shared/native/hook-protocol.ts';
import { hook } from './bridge.ts';

export async function hookInProcess(args: readonly string[]): Promise<number> {
  if (args.includes(confirmOption)) endWithParent();
  const answer = await hook(args, process.stdin as AsyncIterable<Uint8Array>);
  await written(process.stderr, answer.stderr);
  await written(process.stdout, answer.stdout);
  return answer.exitCode;
}

/**
 * A client that stops a hook ends the shell around it; then nobody waits for the user's answer. A report, which has
 * no such option, may outlive its client.
 */
function endWithParent(): void {
  const parent = process.ppid;
  setInterval(() => {
    if (process.ppid !== parent) process.exit(2);
  }, 1_000).unref();
}

/** The reader may have exited. Every client treats a missing answer as a no. */
const written = (stream: NodeJS.WriteStream, text: string): Promise<void> =>
  new Promise((resolve) => {
    stream.once('error', () => resolve());
    if (text === '') resolve();
    else stream.write(text, () => resolve());
  });
