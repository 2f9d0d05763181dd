/**
 * The calls in progress at a server. Its notifications name no call, so they go to an agent only
 * while all calls in progress are that agent's.
 */
import { z } from 'zod';
import type { Agent } from '../../../shared/access/access.ts';
import type { CallReports } from '../../core/core.ts';

export interface ActiveCall {
  readonly agent: Agent;
  readonly action: string;
  readonly reports: CallReports | undefined;
}

const LogMessage = z.looseObject({
  level: z.string().max(50),
  logger: z.string().max(200).optional(),
  data: z.unknown(),
});
const maxLogLength = 10_000;

export class ActiveCalls {
  readonly #calls = new Set<ActiveCall>();

  async during<Result>(call: ActiveCall, run: () => Promise<Result>): Promise<Result> {
    this.#calls.add(call);
    try {
      return await run();
    } finally {
      this.#calls.delete(call);
    }
  }

  /** The newest call, if all are of one agent. */
  only(): ActiveCall | null {
    const all = [...this.#calls];
    const newest = all.at(-1) ?? null;
    const isAlone = all.every(({ agent }) => agent.clientId === newest?.agent.clientId);
    return isAlone ? newest : null;
  }

  log(params: unknown): void {
    const { success, data } = LogMessage.safeParse(params);
    if (!success || JSON.stringify(data.data ?? null).length > maxLogLength) return;
    const { level, logger, data: line } = data;
    this.only()?.reports?.log({ level, data: line, ...(logger === undefined ? {} : { logger }) });
  }
}
