/**
 * Passes on what an executor says while it carries out a call: progress, if the client wants it, and log
 * lines of MCP servers. Progress of one request must grow, but before a call runs the client may have
 * been told how long it waits for the user; so the executor's numbers continue from there.
 */
import type { CallReports, ServerLogLine } from '../../core/core.ts';
import type { Exchange, Params } from './registry.ts';

export const logLevels = [
  ...(['debug', 'info', 'notice', 'warning'] as const),
  ...(['error', 'critical', 'alert', 'emergency'] as const),
] as const;
export type McpLogLevel = (typeof logLevels)[number];

export const isLogLevel = (level: unknown): level is McpLogLevel =>
  (logLevels as readonly unknown[]).includes(level);

/** More often than that, nobody reads it. The last one before the end may be left out. */
const leastMs = 50;
const longestMessage = 1_000;
const longestLine = 8_000;
const mostLines = 100;

interface Reported {
  /** What the rest of the call's path uses instead. */
  readonly exchange: Exchange;
  readonly reports: CallReports;
}

export function withReports(
  exchange: Exchange,
  {
    server,
    level,
    monotonic,
  }: {
    readonly server: string;
    readonly level: McpLogLevel | null;
    readonly monotonic: () => number;
  },
): Reported {
  const { progressToken } = exchange;
  let base = 0;
  let last: number | null = null;
  let lastAt = -leastMs;
  let lines = 0;
  const waiting = (method: string, params: Params): void => {
    if (method === progressMethod) {
      if (last !== null) return;
      base = Number(params['progress']);
    }
    exchange.notify(method, params);
  };
  return {
    exchange: {
      agent: exchange.agent,
      claimedWorkspace: exchange.claimedWorkspace,
      signal: exchange.signal,
      ...{ progressToken, follows: exchange.follows },
      notify: waiting,
      request: (method, params) => exchange.request(method, params),
    },
    reports: {
      progress({ progress, total, message }) {
        const now = monotonic();
        if (progressToken === undefined || now - lastAt < leastMs) return;
        if (!Number.isFinite(progress) || progress <= (last ?? -1)) return;
        last = progress;
        lastAt = now;
        exchange.notify(progressMethod, {
          ...{ progressToken, progress: base + progress },
          ...(total === undefined ? {} : { total: base + total }),
          ...(message === undefined ? {} : { message: message.slice(0, longestMessage) }),
        });
      },
      log(line) {
        if (level === null || !isAtLeast(line, level) || lines >= mostLines) return;
        lines += 1;
        const logger = line.logger === undefined ? server : `${server}: ${line.logger}`;
        const params = {
          level: line.level,
          logger: logger.slice(0, 200),
          data: bounded(line.data),
        };
        exchange.notify('notifications/message', params);
      },
    },
  };
}

const progressMethod = 'notifications/progress';

const isAtLeast = ({ level }: ServerLogLine, least: McpLogLevel): boolean =>
  isLogLevel(level) && logLevels.indexOf(level) >= logLevels.indexOf(least);

function bounded(data: unknown): unknown {
  const text = JSON.stringify(data) ?? '';
  return text.length > longestLine ? `${text.slice(0, longestLine)}…` : data;
}
