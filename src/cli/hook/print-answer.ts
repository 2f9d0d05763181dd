/** Runs the bridge in this process: stdin in, the answer out; resolves to the exit code. */
import { hook } from './bridge.ts';

export async function hookInProcess(args: readonly string[]): Promise<number> {
  const answer = await hook(args, process.stdin as AsyncIterable<Uint8Array>);
  await written(process.stderr, answer.stderr);
  await written(process.stdout, answer.stdout);
  return answer.exitCode;
}

/** The reader may have exited. Every client treats a missing answer as a no. */
const written = (stream: NodeJS.WriteStream, text: string): Promise<void> =>
  new Promise((resolve) => {
    stream.once('error', () => resolve());
    if (text === '') resolve();
    else stream.write(text, () => resolve());
  });
