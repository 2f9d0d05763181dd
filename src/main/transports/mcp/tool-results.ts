/** Converts outcomes to MCP results. A refusal is a result with a next step, never a protocol error. */
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { isObject } from '../../../shared/base/is-object.ts';
import type { ActionError, Done, Outcome, Refused } from '../../../shared/actions/outcomes.ts';

export interface ResultExtras {
  readonly action?: string;
  readonly requestId?: string | undefined;
  /** What this client may do now. */
  readonly allowedInstead?: object | undefined;
}

export function toResult(outcome: Outcome, extras: ResultExtras = {}): CallToolResult {
  if (outcome.kind === 'done') {
    const { data, plain } = outcome;
    return {
      content: [{ type: 'text', text: JSON.stringify(plain === undefined ? data : plain) }],
      structuredContent: { ...data },
    };
  }
  const { code, message, hint, retry } = outcome;
  return {
    isError: true,
    content: [{ type: 'text', text: `${message} ${hint} (${code})` }],
    structuredContent: {
      status: statusOf(outcome),
      code,
      reason: message,
      hint,
      retry,
      ...retryAfter(outcome),
      ...(extras.allowedInstead ? { allowed_instead: extras.allowedInstead } : {}),
      ...seedError(outcome, extras.action),
      ...(extras.requestId ? { request_id: extras.requestId } : {}),
    },
  };
}

/** The words of the seed document of the workspace tools, beside ours. */
const seedCodes: ReadonlyMap<string, string> = new Map([
  ['workspace-not-found', 'workspace-not-found'],
  ['project-not-found', 'project-not-found'],
  ['invalid-arguments', 'invalid-input'],
  ['action-failed', 'internal-error'],
]);

function seedError({ code, message }: ActionError, action = ''): object {
  const seedCode = action.startsWith('workspace_') ? seedCodes.get(code) : undefined;
  return seedCode === undefined ? {} : { error: { code: seedCode, message } };
}

const retryAfter = (error: ActionError): object =>
  error.kind === 'refused' && error.retryAfterMs !== undefined
    ? { retry_after_ms: error.retryAfterMs }
    : {};

/** Passes on the result of an executor that already answers in MCP format. */
export function rawMcpResult({ data }: Done): CallToolResult {
  const { content, structuredContent } = data;
  return {
    content: (Array.isArray(content) ? content : []) as CallToolResult['content'],
    ...(isObject(structuredContent) ? { structuredContent } : {}),
  };
}

/** An error result, since it does not match the tool's output schema. */
export function pendingResult(requestId: string, reason: string): CallToolResult {
  const hint = `Call await_access with request_id ${requestId} to get the answer.`;
  return {
    isError: true,
    content: [{ type: 'text', text: `${reason} ${hint} (pending)` }],
    structuredContent: {
      status: 'pending',
      code: 'pending',
      reason,
      hint,
      retry: 'later',
      request_id: requestId,
    },
  };
}

const expired = new Set(['ask-timed-out', 'session-expired']);

function statusOf({ kind, code }: Exclude<Outcome, { kind: 'done' }>): string {
  if (kind === 'failed') return 'failed';
  if (code === 'session-paused') return 'paused';
  return expired.has(code) ? 'expired' : 'denied';
}

/** Refusals after which it helps to know what is allowed. */
export const wantsAlternatives = ({ code }: Refused): boolean =>
  code === 'outside-roots' || code === 'scope-missing';
