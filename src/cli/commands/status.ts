import { expectNone, type CommandDefinition } from '../command.ts';
import { AppClient } from '../app-client.ts';
import type { SandboxStatus } from '../../shared/sandbox/sandbox-status.ts';
import { counted } from '../terminal/text.ts';

export interface AppStatus {
  readonly version: string;
  readonly pending: number;
  readonly sessions: number;
  readonly sandbox?: SandboxStatus | null;
}

const sandboxLine = (sandbox: SandboxStatus): string =>
  sandbox.kind === 'ready'
    ? ['Commands run in a sandbox.', sandbox.note ?? ''].join(' ').trim()
    : sandbox.sentence;

export const status: CommandDefinition = {
  summary: 'show whether it runs, pending asks and active sessions',
  help: 'Prints its URL, the number of pending asks and the number of active sessions.',
  async run({ args, paint }) {
    expectNone(args);
    const app = await AppClient.find();
    try {
      const report = await app.call<AppStatus>('GET', '/status');
      const { pid, mcpUrl } = app.discovery;
      const waiting = counted(report.pending, 'pending ask');
      const text = [
        `Gatehouse ${report.version} listens at ${mcpUrl}`,
        `${report.pending > 0 ? paint.warn(waiting) : waiting}, ${counted(report.sessions, 'active session')}`,
        ...(report.sandbox ? [sandboxLine(report.sandbox)] : []),
      ].join('\n');
      return { data: { running: true, pid, ...report }, text };
    } finally {
      app.close();
    }
  },
};
