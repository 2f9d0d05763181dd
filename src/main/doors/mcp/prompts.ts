/** Words that teach an agent to ask for little and to go on well after a no. */
import { z } from 'zod';
import { parsedParams, unfitField } from './params.ts';
import { noSuch, type Answer } from './registry.ts';

interface Argument {
  readonly name: string;
  readonly description: string;
  readonly required: boolean;
}

interface Prompt {
  readonly title: string;
  readonly description: string;
  readonly arguments: readonly Argument[];
  readonly words: (args: Readonly<Record<string, string>>) => string;
}

const task = { name: 'task', description: 'What you are about to do', required: true };

const prompts: Readonly<Record<string, Prompt>> = {
  ask_for_little: {
    title: 'Ask for little',
    description: 'Plan a task, find out what it needs, and ask for no more than that.',
    arguments: [task],
    words: (args) =>
      `The task: ${args['task'] ?? ''}\n\n` +
      'Work through Gatehouse and ask for as little as you can:\n' +
      '1. Write down the tool calls that you will need first, with real paths.\n' +
      '2. Give them to preview_access. It tells what runs at once, what the person will be asked, ' +
      'what is denied, and the smallest grant.\n' +
      '3. Call request_access with exactly that grant, a short time, and one honest sentence that ' +
      'says what you will do and why. Ask for reading first; ask for writing when you know what ' +
      'to write.\n' +
      '4. If the answer is "pending", call await_access with its request_id.\n' +
      '5. Call end_session as soon as the work is done.',
  },
  after_a_no: {
    title: 'Go on after a no',
    description: 'What to do when something was refused.',
    arguments: [{ ...task, description: 'What was refused, and what was said about it' }],
    words: (args) =>
      `Refused: ${args['task'] ?? ''}\n\n` +
      'Read the reason and the hint before anything else. Do not ask for the same again, and do ' +
      'not look for a way around it. If "allowed_instead" is there, see whether that is enough. ' +
      'If "retry" is "after_grant", think about whether a smaller request would do, and say why ' +
      'you need it. If it is "never", tell the person what you could not do and stop.',
  },
};

const getParams = z.object({
  name: z.string().max(64),
  arguments: z.record(z.string(), z.string().max(4000)).optional(),
});

export const promptAnswers: Readonly<Record<string, Answer>> = {
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
    if (!prompt) throw noSuch('prompt', name);
    const missing = prompt.arguments.find((one) => one.required && !args[one.name]);
    if (missing) throw unfitField(`params.arguments.${missing.name}`, 'is missing');
    const content = { type: 'text', text: prompt.words(args) };
    return { description: prompt.description, messages: [{ role: 'user', content }] };
  },
};
