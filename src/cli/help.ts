/** The text of `gatehouse --help`, overall and per command. */
import type { CommandDefinition } from './command.ts';

const codes = 'exit codes: 0 ok, 1 refused, 2 usage, 3 not running';

export const usage = `gatehouse: agents ask, you decide

  gatehouse status               show whether it runs, pending asks and active sessions
  gatehouse pending              list asks waiting for your answer
  gatehouse sessions             list sessions: who may do what, and for how long
  gatehouse revoke ID | --all    end one session or all of them
  gatehouse deny ID              deny a pending ask
  gatehouse log [-f]             show what agents asked for, did and were refused
  gatehouse verify               verify the whole ledger; works without the app
  gatehouse doctor               find problems and show how to fix them
  gatehouse clients              list clients, and whether their own tools are under the gate
  gatehouse servers              list MCP servers behind the gate; --help: add, move, restart …
  gatehouse keys add NAME        create a client key; it is shown once (--in-path: as a URL)
  gatehouse keys list            list the clients that have a key
  gatehouse keys revoke NAME     revoke a key and end its sessions
  gatehouse grants list          list the agents that start without asking
  gatehouse grants remove ID     remove one of them, so that it asks again
  gatehouse roles list           list roles and their clients; --help: assign, import, export …
  gatehouse run AGENT [-- ARGS]  run an agent inside the sandbox, in this folder
  gatehouse stdio                connect an MCP client over stdin and stdout

  --json                         print JSON
  --help                         after a command: its options
No command can approve anything. You approve in the window.
${codes}`;

export const helpOf = (name: string, { summary, help }: CommandDefinition): string =>
  `gatehouse ${name}: ${summary}\n\n${help}\n\n  --json  print JSON\n${codes}`;
