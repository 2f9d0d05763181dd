/** What `gatehouse --help` says, of everything and of one command. */
import type { Command } from './command.ts';

const codes = 'exit codes: 0 ok, 1 refused, 2 usage, 3 not running';

export const usage = `gatehouse: agents ask, you decide

  gatehouse status               is it running, what waits, what is live
  gatehouse pending              the questions that wait for you
  gatehouse sessions             who may do what, and for how long
  gatehouse revoke ID | --all    end a session, or every one
  gatehouse deny ID              say no to a question
  gatehouse log [-f]             what was done, asked and refused
  gatehouse verify               check every entry of the ledger; needs no running app
  gatehouse doctor               look for trouble, and say what to do about it
  gatehouse keys add NAME        make a client key; it is shown once (--in-path: for the address)
  gatehouse keys list            the clients that have a key
  gatehouse keys revoke NAME     take a key back and end its sessions
  gatehouse stdio                for MCP clients that speak over stdin and stdout

  --json                         print JSON
  --help                         after a command: what it takes
Nothing here approves anything: that is done in the window alone.
${codes}`;

export const helpOf = (name: string, { summary, help }: Command): string =>
  `gatehouse ${name}: ${summary}\n\n${help}\n\n  --json  print JSON\n${codes}`;
