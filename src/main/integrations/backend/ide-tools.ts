/**
 * The backend's eleven tools: their arguments, the message that each sends, and how its answer is
 * recognised.
 */
import { z } from 'zod';
import type { BridgeMessage } from '../../../shared/integrations/backend.ts';
import type { GuardedToolName } from '../../../shared/actions/guarded-tools.ts';

export type IdeToolName = Extract<GuardedToolName, `ide_${string}`>;

export interface IdeTool {
  readonly title: string;
  readonly description: string;
  readonly args: z.ZodObject;
  /**
   * The message to send. The answer has the same type, and the same session or build if it names
   * one.
   */
  readonly message: (args: Readonly<Record<string, unknown>>, root: string | null) => BridgeMessage;
}

const id = z.string().min(1).max(200);
const limit = z.int().min(1).max(200).optional().describe('At most so many');
const session = z.strictObject({ session_id: id.describe('From ide_session_list') });
const build = z.strictObject({ build_id: id.describe('From ide_build_list') });
const noArgs = z.strictObject({});

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

export const ideTools: Readonly<Record<IdeToolName, IdeTool>> = {
  ide_chat_send: {
    title: 'Send to an agent session',
    description: 'Send a message to an agent chat session of the backend.',
    args: session.extend({ message: z.string().min(1).max(100_000) }),
    message: ({ session_id: sessionId, message }) => ({
      type: 'chat_send',
      channel: `chat:${text(sessionId)}`,
      sessionId: text(sessionId),
      data: { message },
    }),
  },
  ide_chat_history: {
    title: 'Read an agent session',
    description: 'Read the messages of an agent chat session of the backend.',
    args: session.extend({ limit }),
    message: ({ session_id: sessionId, limit: most }) => ({
      type: 'chat_history',
      sessionId: text(sessionId),
      data: given({ limit: most }),
    }),
  },
  ide_session_list: {
    title: 'List agent sessions',
    description: 'List the active agent sessions of the backend.',
    args: noArgs,
    message: () => ({ type: 'session_list' }),
  },
  ide_session_create: {
    title: 'Start an agent session',
    description: 'Start a new agent session at the backend.',
    args: z.strictObject({ name: id.describe('What to call it') }),
    message: ({ name }, workspaceRoot) => ({
      type: 'session_create',
      data: { name, ...(workspaceRoot === null ? {} : { workspaceRoot }) },
    }),
  },
  ide_plan_status: {
    title: 'How far a plan is',
    description: 'The state of the current plan of an agent session.',
    args: session,
    message: ({ session_id: sessionId }) => ({ type: 'plan_status', sessionId: text(sessionId) }),
  },
  ide_build_status: {
    title: 'The state of a build',
    description: 'The state of one build.',
    args: build,
    message: ({ build_id: buildId }) => ({ type: 'build_status', data: { buildId } }),
  },
  ide_build_list: {
    title: 'List builds',
    description: 'Recent builds, of one repository if named.',
    args: z.strictObject({ repo: id.optional(), limit }),
    message: ({ repo, limit: most }) => ({
      type: 'build_list',
      data: given({ repo, limit: most }),
    }),
  },
  ide_build_logs: {
    title: 'Read the log of a build',
    description: 'The output of one build, its last lines if so many are named.',
    args: build.extend({ tail: z.int().min(1).max(10_000).optional() }),
    message: ({ build_id: buildId, tail }) => ({
      type: 'build_logs',
      data: given({ buildId, tail }),
    }),
  },
  ide_dashboard_overview: {
    title: 'Overview of the backend',
    description:
      'Repositories, services, sessions and builds at a glance, and whether we are connected.',
    args: noArgs,
    message: () => ({ type: 'dashboard_overview' }),
  },
  ide_dashboard_activity: {
    title: 'What happened at the backend',
    description: 'The feed of recent activity.',
    args: z.strictObject({ limit }),
    message: ({ limit: most }) => ({ type: 'dashboard_activity', data: given({ limit: most }) }),
  },
  ide_dashboard_metrics: {
    title: 'Figures of the backend',
    description: 'Figures about builds and agents over a period.',
    args: z.strictObject({
      period: z.string().min(1).max(20).optional().describe('Such as 24h or 7d'),
    }),
    message: ({ period }) => ({ type: 'dashboard_metrics', data: given({ period }) }),
  },
};

const given = (fields: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));

/**
 * The backend's messages carry no request id. An answer has the same type and does not name a
 * different session, build or repository.
 */
export function answers(reply: BridgeMessage, sent: BridgeMessage): boolean {
  if (reply.type !== sent.type) return false;
  if (sent.sessionId && reply.sessionId && reply.sessionId !== sent.sessionId) return false;
  const [asked, named] = [fieldsOf(sent.data), fieldsOf(reply.data)];
  return ['buildId', 'repo', 'period'].every(
    (name) => asked[name] === undefined || named[name] === undefined || asked[name] === named[name],
  );
}

const fieldsOf = (data: unknown): Readonly<Record<string, unknown>> =>
  typeof data === 'object' && data !== null ? (data as Record<string, unknown>) : {};
