import { visibleText } from '../../shared/base/visible-text.ts';
import type { ActionArgs } from '../../shared/actions/actions.ts';
import { done, failed, type Outcome } from '../../shared/actions/outcomes.ts';
import type { Plan } from '../../shared/actions/plan.ts';
import { inFolder } from '../basics/pinned-cwd.ts';
import { RunningPrograms } from '../../main/platform/programs/running-programs.ts';
import type { EditorContext } from '../editor-context.ts';
import { carryOut, planSteps } from '../files/file-steps.ts';
import { Trash } from '../files/trash.ts';
import type { WorkbenchContext } from '../workbench-context.ts';
import { isError } from '../confined/errors.ts';
import type { HandlerSet, Task } from '../action-handler.ts';
import { aroundSandboxedRun } from '../sandbox/around-sandboxed-run.ts';
import { WatchedTerminals } from '../sandbox/watched-terminals.ts';
import { runCommand } from './run-command.ts';
import { runParts, type LineStart } from './run-parts.ts';
import { Terminals } from './terminals.ts';
import type { ProgramEnd } from '../../main/platform/programs/run-program.ts';
import { commandEnd, shownText } from './program-end.ts';

export function terminalHandlers(context: EditorContext): HandlerSet {
  const trash = new Trash(context);
  const terminals = new Terminals(context);
  const watched = new WatchedTerminals(context);
  new RunningPrograms(context.stateFolder).endLeftOver();
  return {
    handlers: {
      exec_command: (args, task) =>
        task.start?.steps
          ? carryOut(task.start.steps, task.start.argv[0] ?? '', { editor: context, trash, task })
          : aroundSandboxedRun(context, task, () => execCommand(context, args, task)),
      open_terminal: (args, task) =>
        watched.around(task, () => openTerminal(terminals, args, task)),
      async get_output({ terminal_id, since }, { sessionId, resultBytes }) {
        const read = terminals.read(terminal_id, sessionId, since, Math.floor(resultBytes / 6));
        if (isError(read)) return read;
        return read.exited ? watched.ended(terminal_id, done(read)) : done(read);
      },
      async send_input({ terminal_id, data }, { sessionId }) {
        const typed = terminals.type(terminal_id, sessionId, data);
        return isError(typed) ? typed : done(typed);
      },
    },
    planners: {
      send_input: async ({ terminal_id }, task) =>
        watched.has(terminal_id, task)
          ? {
              recoverable: true,
              recoverability: 'The terminal runs in the sandbox.',
              truncated: false,
            }
          : { truncated: false },
      exec_command: (_, task) =>
        task.start?.steps ? planSteps(context, task.start.steps, task) : planLosses(context, task),
    },
    connected: () => terminals.emitLost(),
    async endSession(sessionId) {
      await terminals.endSession(sessionId);
      await watched.endSession(sessionId);
    },
    async dispose() {
      await terminals.dispose();
      await watched.dispose();
    },
  };
}

const maxNamedLosses = 3;

/** Whether what a sandboxed command deletes can be restored from the checkpoint that is made before it. */
async function planLosses({ runs }: WorkbenchContext, task: Task): Promise<Plan> {
  const { deletes } = task.start ?? {};
  const lost = deletes === undefined ? null : ((await runs?.lostWith(deletes, task)) ?? null);
  if (lost === null) return { recoverability: 'No checkpoint holds all of it.', truncated: false };
  if (lost.length === 0)
    return {
      recoverable: true,
      recoverability: 'It can be restored from the checkpoint, or a tool makes it again.',
      truncated: false,
    };
  const more = lost.length > maxNamedLosses ? ` and ${lost.length - maxNamedLosses} more` : '';
  const named = lost
    .slice(0, maxNamedLosses)
    .map((name) => visibleText(name))
    .join(', ');
  return {
    recoverability: `Not in the checkpoint, so it can't be restored: ${named}${more}.`,
    truncated: false,
  };
}

const notResolved = failed('action-failed', 'The call was not resolved to a program.');

async function execCommand(
  context: WorkbenchContext,
  { timeout }: ActionArgs<'exec_command'>,
  task: Task,
): Promise<Outcome> {
  const { start } = task;
  if (start?.parts) return execLine(context, { ...start, parts: start.parts }, timeout, task);
  const program = start?.program;
  if (!start || !program) return notResolved;
  const { argv, env, git: isOwnGit = false } = start;
  const how = { argv, program, env, isOwnGit, timeoutSeconds: timeout };
  const end = await inFolder(start.cwd ?? undefined, task, ({ path: folder, here }) =>
    runCommand(context, { ...how, folder, here }, task),
  );
  if (isError(end)) return end;
  return done({ ...commandEnd(end), ...hintFor(end, task) });
}

/** Error messages of programs that need the user's desktop or machine. */
const needsOutside =
  /docker daemon|docker\.sock|podman\.sock|cannot open display|Missing X server|WAYLAND_DISPLAY|dbus|\/dev\/(?:kvm|tty|snd|video|bus)/i;

/** Git's error messages in a read-only repository. */
const gitIsClosed = /\.git\/[^\n]*Read-only file system/;

function hintFor({ exitCode, stderr }: ProgramEnd, { sandbox }: Task): { readonly hint?: string } {
  if (!sandbox || exitCode === 0) return {};
  const said = shownText(stderr.subarray(-65_536));
  if (gitIsClosed.test(said))
    return {
      hint: 'In a sandbox .git is read-only beside other programs. Call git on its own: git add, commit, switch and others then run as the actions of git do.',
    };
  if (!needsOutside.test(said)) return {};
  return {
    hint: 'It ran in a sandbox without docker, display and devices. If it needs one, call exec_command again with outside_sandbox: true; the user is asked.',
  };
}

async function execLine(
  context: WorkbenchContext,
  { parts, env, cwd }: NonNullable<Task['start']> & Pick<LineStart, 'parts'>,
  timeoutSeconds: number,
  task: Task,
): Promise<Outcome> {
  const end = await inFolder(cwd ?? undefined, task, ({ path: folder, here }) =>
    runParts(context, { parts, env, folder, here, timeoutSeconds }, task),
  );
  return isError(end) ? end : done({ ...commandEnd(end), ...hintFor(end, task) });
}

async function openTerminal(
  terminals: Terminals,
  { cols, rows }: ActionArgs<'open_terminal'>,
  task: Task,
): Promise<Outcome> {
  const { start, sessionId, sandbox, signal } = task;
  const program = start?.program;
  if (!start || !program) return notResolved;
  const { argv, env } = start;
  const pin = start.pins?.program ?? undefined;
  const opened = await inFolder(start.cwd ?? undefined, task, async ({ path: folder, here }) =>
    terminals.open({
      ...{ sessionId, program, pin, args: argv.slice(1), env, folder, here, sandbox, signal },
      ...{ cols, rows },
    }),
  );
  return isError(opened) ? opened : done({ terminal_id: opened.id });
}
