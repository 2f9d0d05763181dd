/** Answers of the hook program that several clients share. */
import type {
  HookAnswer,
  NativeEvent,
  NativeVerdict,
} from '../../../../shared/native/native-call.ts';
import { cut } from './input-fields.ts';

/** Models read it, so it is limited; our messages are far shorter. */
const maxMessage = 4_000;

export const silent: HookAnswer = { exitCode: 0, stdout: '', stderr: '' };

export const print = (answer: object): HookAnswer => ({
  exitCode: 0,
  stdout: JSON.stringify(answer),
  stderr: '',
});

/**
 * Every client that starts a command treats exit code 2 as a denial and stderr as the reason.
 */
export const blocked = (message: string): HookAnswer => ({
  exitCode: 2,
  stdout: '',
  stderr: `${cut(message, maxMessage)}\n`,
});

export const messageOf = (verdict: NativeVerdict): string =>
  verdict.kind === 'deny' ? cut(verdict.message, maxMessage) : '';

/** Whether the event waits for a verdict about a tool. */
export const isQuestion = (
  event: NativeEvent,
): event is Extract<NativeEvent, { kind: 'before' | 'permission' }> =>
  event.kind === 'before' || event.kind === 'permission';

/**
 * Events that do not wait for a verdict; unreadable input is refused, whatever the verdict is.
 */
export function answerToOther(event: NativeEvent): HookAnswer {
  return event.kind === 'unreadable' ? blocked(event.message) : silent;
}

/**
 * A harmless tool may be a question to the user in the terminal, such as the approval of a plan.
 * Our approval would count as the answer, so the client continues as if there were no hook.
 */
export const releaseOf = (
  event: Extract<NativeEvent, { kind: 'before' | 'permission' }>,
  verdict: NativeVerdict,
): NativeVerdict =>
  verdict.kind === 'allow' && event.request.kind === 'harmless' ? { kind: 'pass' } : verdict;
