/** `gatehouse run`: asks the app to run an agent, and connects this terminal to it. */
import net from 'node:net';
import process from 'node:process';
import { AgentRunStart, type AgentRunRequest } from '../../shared/agents/agent-run.ts';
import type { AgentName } from '../../shared/agents/agent-programs.ts';
import { AppClient } from '../app-client.ts';
import { CliError } from '../cli-error.ts';
import { connectTerminal, note } from './terminal-connection.ts';

export interface RunAgentOptions {
  readonly agent: AgentName;
  readonly args: readonly string[];
  readonly seconds: number;
}

export async function runAgent({ agent, args, seconds }: RunAgentOptions): Promise<number> {
  const { stdin, stdout } = process;
  const isTerminal = stdin.isTTY && stdout.isTTY;
  const start = await allowedRun({
    ...{ agent, args: [...args], seconds, folder: process.cwd() },
    environment: definedIn(process.env),
    terminal: isTerminal ? { cols: stdout.columns || 80, rows: stdout.rows || 24 } : null,
  });
  if (start === null) return 130;
  const socket = net.connect(start.socket);
  socket.write(start.token);
  return connectTerminal(socket, isTerminal);
}

/** Null when the user gave up waiting. */
async function allowedRun(request: AgentRunRequest): Promise<AgentRunStart | null> {
  const app = await AppClient.find();
  const stop = new AbortController();
  const onSignal = (): void => stop.abort();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, onSignal);
  if (request.terminal) note('waiting for your answer in the Gatehouse window');
  try {
    return AgentRunStart.parse(await app.call('POST', '/agent-runs', request, stop.signal));
  } catch (error) {
    if (stop.signal.aborted) return null;
    throw error instanceof CliError ? error : new CliError('refused', String(error));
  } finally {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.off(signal, onSignal);
    app.close();
  }
}

const definedIn = (env: NodeJS.ProcessEnv): Record<string, string> =>
  Object.fromEntries(
    Object.entries(env).flatMap(([name, value]) =>
      value === undefined || value.length > 100_000 || name.length > 200 ? [] : [[name, value]],
    ),
  );
