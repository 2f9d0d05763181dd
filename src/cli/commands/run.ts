import { agentNames, agentPrograms, isAgentName } from '../../shared/agents/agent-programs.ts';
import { CliError } from '../cli-error.ts';
import { textOption, type CommandDefinition } from '../command.ts';
import { runAgent } from '../run/run-agent.ts';

const list = agentNames
  .map((name) => `  ${name.padEnd(9)} ${agentPrograms[name].title}`)
  .join('\n');

export const runCommand: CommandDefinition = {
  summary: 'run an agent inside the sandbox',
  help: `  gatehouse run AGENT [--minutes N] [-- ARGUMENTS]

Asks you for access to the current folder, then runs the agent inside the sandbox: it sees this folder,
a copy of its login, its provider's keys in your environment and installed tools; every site but its
provider's is asked about. It ends with its session, and the session with it. The exit code is the
agent's.

${list}

  --minutes N  for how long to ask (default: 60)
  --           what follows is passed to the agent`,
  options: { minutes: { type: 'string' } },
  async run({ args: [agent = '', ...args], values }) {
    if (!isAgentName(agent))
      throw new CliError('usage', `Expected an agent: ${agentNames.join(', ')}.`);
    const minutes = Number(textOption(values['minutes']) ?? '60');
    if (!Number.isInteger(minutes) || minutes < 1 || minutes > 480)
      throw new CliError('usage', '--minutes takes a number from 1 to 480.');
    const exitCode = await runAgent({ agent, args, seconds: minutes * 60 });
    return { data: null, text: '', exitCode };
  },
};
