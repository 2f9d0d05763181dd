import type { ActionArgs } from '../../shared/actions.ts';
import { done, failed, type Outcome } from '../../shared/outcomes.ts';
import { inFolder } from '../basics/held-cwd.ts';
import { RunningPrograms } from '../../main/platform/programs/running-programs.ts';
import type { Bench } from '../bench.ts';
import { isTrouble } from '../confined-trouble.ts';
import type { Room, Task } from '../hand.ts';
import { runAndTell } from './run-and-tell.ts';
import { Terminals } from './terminals.ts';
import { toldCommandEnd } from './told-end.ts';

export function terminalRoom(bench: Bench): Room {
  const terminals = new Terminals(bench);
  new RunningPrograms(bench.stateFolder).endLeftOver();
  return {
    hands: {
      exec_command: (args, task) => execCommand(bench, args, task),
      open_terminal: (args, task) => openTerminal(terminals, args, task),
      async get_output({ terminal_id, since }, { sessionId, resultBytes }) {
        const read = terminals.read(terminal_id, sessionId, since, Math.floor(resultBytes / 6));
        return 'code' in read ? read : done(read);
      },
      async send_input({ terminal_id, data }, { sessionId }) {
        const typed = terminals.type(terminal_id, sessionId, data);
        return 'code' in typed ? typed : done(typed);
      },
    },
    connected: () => terminals.tellLost(),
    endSession: (sessionId) => terminals.endSession(sessionId),
    dispose: () => terminals.dispose(),
  };
}

const unsettled = failed('action-failed', 'Nobody has settled which program this starts.');

async function execCommand(
  bench: Bench,
  { timeout }: ActionArgs<'exec_command'>,
  task: Task,
): Promise<Outcome> {
  const { start } = task;
  const program = start?.program;
  if (!start || !program) return unsettled;
  const { argv, env } = start;
  const end = await inFolder(start.cwd ?? undefined, task, ({ path: folder, here }) =>
    runAndTell(bench, { argv, program, env, folder, here, timeoutSeconds: timeout }, task),
  );
  if (isTrouble(end)) return end;
  return done(toldCommandEnd(end));
}

async function openTerminal(
  terminals: Terminals,
  { cols, rows }: ActionArgs<'open_terminal'>,
  task: Task,
): Promise<Outcome> {
  const { start, sessionId } = task;
  const program = start?.program;
  if (!start || !program) return unsettled;
  const { argv, env } = start;
  const opened = await inFolder(start.cwd ?? undefined, task, async ({ path: folder, here }) =>
    terminals.open({ sessionId, program, args: argv.slice(1), env, folder, here, cols, rows }),
  );
  return isTrouble(opened) ? opened : done({ terminal_id: opened.id });
}
