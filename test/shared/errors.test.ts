import { describe, expect, test } from 'vitest';
import { errors, retries, type ErrorCode, type Retry } from '../../src/shared/errors/errors.ts';
import { failed, isRefused, refused } from '../../src/shared/actions/outcomes.ts';

const codes = Object.keys(errors) as ErrorCode[];

/** A new code takes a decision: can the caller correct the call, does it need access, time, or is it final? */
const codesByRetry: Readonly<Record<Retry, string>> = {
  never: `
    answered-elsewhere approval-over-http-disabled approvals-off denied-by-person denied-by-rule
    management-not-here no-language-support no-trash not-deletable not-pending not-text only-in-window
    other-user own-data page-gone program-missing project-not-found repository-runs-programs
    tool-unusable unauthorized unsupported-by-editor wrong-audience wrong-origin`,
  after_fix: `
    agent-failed agent-folder agent-login agent-not-found
    already-there backend-refused bad-json bad-path bad-request bad-target beyond-role change-wanted
    command-too-complex git-argument-refused git-refused hard-link headers-too-large
    host-not-found host-not-reachable invalid-arguments is-a-link name-taken no-repository
    no-task no-terminal not-a-file not-a-folder not-found not-offered not-one-command not-open
    own-port page-failed program-not-found program-refused root-not-found root-not-grantable
    stale terminal-ended text-not-found too-large too-large-edit took-too-long unknown-action
    unknown-client unknown-grant unknown-plugin unknown-request unknown-role unknown-route unknown-scope unknown-session
    wider-than-asked wider-than-parent work-would-be-lost workspace-not-found wrong-content-type
    wrong-host`,
  after_grant: `
    already-claimed asker-gone command-outside no-session other-process outside-roots
    root-changed scope-missing session-expired session-revoked`,
  later: `
    action-failed agent-needs-sandbox ask-parked ask-timed-out ask-withdrawn audit-unavailable backend-disconnected
    browser-disconnected budget-spent connect-failed editor-choice-needed editor-disconnected
    editor-timed-out held-by-human held-by-other language-server-failed log-unavailable muted
    no-checkpoint no-descriptors outcome-unknown page-timed-out repeating request-pending request-too-slow
    sandbox-unavailable server-blocked server-failed server-needs-login session-paused shutting-down too-fast too-many-asks too-many-at-once too-many-connections too-many-sessions
    too-many-tries workspace-busy`,
};

describe('the catalogue of refusals', () => {
  test.each(codes)('%s says what happened, what to do next and when to come back', (code) => {
    const { sentence, hint, http, retry } = errors[code];
    expect(code).toMatch(/^[a-z]+(?:-[a-z]+)*$/);
    expect(sentence).toMatch(/^[A-Z].*\.$/);
    expect(hint).toMatch(/^[A-Z].*\.$/);
    expect(http).toBeGreaterThanOrEqual(400);
    expect(http).toBeLessThan(600);
    expect(retries).toContain(retry);
  });

  test.each(retries)('`%s` is promised by exactly the codes of the table', (retry) => {
    const promised = codes.filter((code) => errors[code].retry === retry);
    expect(promised.toSorted()).toEqual(codesByRetry[retry].trim().split(/\s+/).toSorted());
  });

  test('a mistake that the caller can correct comes with a hint for the caller', () => {
    const fixable = codes.filter((code) => errors[code].retry === 'after_fix');
    const notForCaller = /^(?:Ask the user|Wait|Try again)/;
    expect(fixable.filter((code) => notForCaller.test(errors[code].hint))).toEqual([]);
  });

  test('a refusal carries its sentence, then the detail, then the hint', () => {
    expect(refused('scope-missing', 'It needs read:files.')).toEqual({
      kind: 'refused',
      code: 'scope-missing',
      message: 'Your session does not include the scope this needs. It needs read:files.',
      hint: errors['scope-missing'].hint,
      retry: 'after_grant',
    });
  });

  test('without a detail only the general sentence is shown', () => {
    expect(refused('not-found').message).toBe('File not found.');
    expect(refused('denied-by-person', '').message).toBe('The user denied this.');
  });

  test('a failure is not a refusal', () => {
    expect(isRefused(refused('own-data'))).toBe(true);
    expect(isRefused(failed('action-failed'))).toBe(false);
  });
});
