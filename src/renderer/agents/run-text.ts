/** All text about agents that the user starts inside the sandbox. */
import { agentPrograms, type AgentName } from '../../shared/agents/agent-programs.ts';
import type { TerminalReceipt } from '../../shared/agents/sandbox-runs.ts';

type StartRefusal = Extract<TerminalReceipt, { kind: 'refused' }>['why'];

export const runText = {
  button: 'Run in sandbox…',
  buttonLabel: (name: string) => `Run in sandbox: ${name}`,
  title: (name: string | null) =>
    name === null ? 'Run an agent in the sandbox' : `Run ${name} in the sandbox`,
  meaning:
    'It can use this folder, a copy of its login and your installed tools, and nothing else of yours. It can reach its provider; you’re asked about every other host, and before it starts.',
  agent: 'Agent',
  folder: 'Folder',
  noFolder: 'No folder chosen',
  chooseFolder: 'Choose…',
  command: 'Or run this in a terminal',
  commandName: 'the command',
  cancel: 'Cancel',
  openTerminal: 'Open terminal',
  opened: (terminal: string) => `Opened ${terminal}. Gatehouse asks you before the agent starts.`,
  noAgent:
    'None of Claude Code, Codex, OpenCode, Gemini CLI and Copilot CLI was found on this computer.',
  noTerminal: 'No terminal program was found. Copy the command.',
  noResponse: 'Gatehouse did not respond.',
  noSandbox: (why: string) => `The sandbox does not work on this computer. ${why}`,
} as const;

export const agentTitle = (name: AgentName): string => agentPrograms[name].title;

const whyWords: Readonly<Record<StartRefusal, string>> = {
  'no-program': 'Its program was not found on this computer.',
  'no-folder': 'That folder does not exist.',
  'no-terminal': runText.noTerminal,
  'not-started': 'The terminal did not start. Copy the command.',
};

export const refusalWords = (why: StartRefusal): string => whyWords[why];

/** As it is typed in a terminal. */
export const typedLine = (command: string, agent: AgentName, folder: string): string =>
  `cd ${quoted(folder)} && ${command} run ${agent}`;

const quoted = (word: string): string =>
  /^[\w./:@%+,=-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;
