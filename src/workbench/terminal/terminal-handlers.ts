import type { ActionArgs } from '../../shared/actions/actions.ts';
import { done, failed, type Outcome } from '../../shared/actions/outcomes.ts';
import { inFolder } from '../basics/pinned-cwd.ts';
import { RunningPrograms } from '../../main/platform/programs/running-programs.ts';
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

export function terminalHandlers(context: WorkbenchContext): HandlerSet {
  const terminals = new Terminals(context);
  const watched = new WatchedTerminals(context);
  new RunningPrograms(context.stateFolder).endLeftOver();
  return {
    handlers: {
      exec_command: (args, task) =>
        aroundSandboxedRun(context, task, () => execCommand(context, args, task)),
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
  const { argv, env } = start;
  const end = await inFolder(start.cwd ?? undefined, task, ({ path: folder, here }) =>
    runCommand(context, { argv, program, env, folder, here, timeoutSeconds: timeout }, task),
  );
  if (isError(end)) return end;
  return done({ ...commandEnd(end), ...hintFor(end, task) });
}

/** What programs say that need something of the user's desktop or machine. */
const needsOutside =
  /docker daemon|docker\.sock|podman\.sock|cannot open display|Missing X server|WAYLAND_DISPLAY|dbus|\/dev\/(?:kvm|tty|snd|video|bus)/i;

function hintFor({ exitCode, stderr }: ProgramEnd, { sandbox }: Task): { readonly hint?: string } {
  if (!sandbox || exitCode === 0 || !needsOutside.test(shownText(stderr.subarray(-65_536))))
    return {};
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
  const { start, sessionId, sandbox } = task;
  const program = start?.program;
  if (!start || !program) return notResolved;
  const { argv, env } = start;
  const pin = start.pins?.program ?? undefined;
  const opened = await inFolder(start.cwd ?? undefined, task, async ({ path: folder, here }) =>
    terminals.open({
      ...{ sessionId, program, pin, args: argv.slice(1), env, folder, here, sandbox, cols, rows },
    }),
  );
  return isError(opened) ? opened : done({ terminal_id: opened.id });
}
