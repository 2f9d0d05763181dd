/** Prompts that teach an agent to request little and to continue well after a denial. */
import { z } from 'zod';
import { invalidField, parsedParams, unknownItem } from './protocol-error.ts';
import type { MethodHandler } from './registry.ts';

interface PromptArgument {
  readonly name: string;
  readonly description: string;
  readonly required: boolean;
}

interface McpPrompt {
  readonly title: string;
  readonly description: string;
  readonly arguments: readonly PromptArgument[];
  readonly words: (args: Readonly<Record<string, string>>) => string;
}

const task = { name: 'task', description: 'What you are about to do', required: true };

const prompts: Readonly<Record<string, McpPrompt>> = {
  ask_for_little: {
    title: 'Ask for the least access',
    description: 'Plan a task, find out what it needs, and ask for no more than that.',
    arguments: [task],
    words: (args) =>
      `The task: ${args['task'] ?? ''}\n\n` +
      'Work through Gatehouse and ask for as little as you can:\n' +
      '1. Write down the tool calls that you will need first, with real paths.\n' +
      '2. Pass them to preview_access. It shows what runs without asking, what the user will be asked, ' +
      'what is denied, and the smallest grant.\n' +
      '3. Call request_access with exactly that grant, a short time, and one honest sentence that ' +
      'says what you will do and why. Ask for reading first; ask for writing when you know what ' +
      'to write.\n' +
      '4. If the answer is "pending", call await_access with its request_id.\n' +
      '5. Call end_session as soon as the work is done.',
  },
  after_a_no: {
    title: 'Continue after a refusal',
    description: 'What to do when something was refused.',
    arguments: [{ ...task, description: 'What was refused, and the reason' }],
    words: (args) =>
      `Refused: ${args['task'] ?? ''}\n\n` +
      'Read the reason and the hint before anything else. Do not ask for the same thing again, and do ' +
      'not look for a way around it. If "allowed_instead" is there, see whether that is enough. ' +
      'If "retry" is "after_grant", think about whether a smaller request would do, and say why ' +
      'you need it. If it is "never", tell the user what you could not do and stop.',
  },
};

const getParams = z.object({
  name: z.string().max(64),
  arguments: z.record(z.string(), z.string().max(4000)).optional(),
});

export const promptAnswers: Readonly<Record<string, MethodHandler>> = {
  'prompts/list': () => ({
    prompts: Object.entries(prompts).map(([name, { title, description, arguments: args }]) => ({
      name,
      title,
      description,
      arguments: args,
    })),
  }),
  'prompts/get'(params) {
    const { name, arguments: args = {} } = parsedParams(getParams, params);
    const prompt = Object.hasOwn(prompts, name) ? prompts[name] : undefined;
    if (!prompt) throw unknownItem('prompt', name);
    const missing = prompt.arguments.find((item) => item.required && !args[item.name]);
    if (missing) throw invalidField(`params.arguments.${missing.name}`, 'is missing');
    const content = { type: 'text', text: prompt.words(args) };
    return { description: prompt.description, messages: [{ role: 'user', content }] };
  },
};
