import type { CommandDefinition } from '../command.ts';
import { CliError } from '../cli-error.ts';

/** Runs before options are read (gatehouse.ts): its input and output belong to the agent. */
export const hookCommand: CommandDefinition = {
  summary: "decide about an agent's own tool, for its hooks",
  help: `  gatehouse hook CLIENT [EVENT] [--confirm] [--data-dir FOLDER]

For the hooks of agents (Claude Code, Codex, Copilot CLI, Gemini CLI, Cursor): reads the hook's JSON from
stdin and prints the answer. Without a clear answer of the app it exits with 2, which denies the call.
With --confirm a clear answer ends with 10, so that the shell around it can tell it from anything else.
The Clients page writes this command into an agent's settings.`,
  options: { 'data-dir': { type: 'string' } },
  run: () => Promise.reject(new CliError('usage', 'Expected a client.')),
};
