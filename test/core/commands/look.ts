/** A shell line through the real parser and the classifier, as in a project at /w/app. */
import { classifyCommand } from '../../../src/main/core/commands/classify.ts';
import type { CommandClass } from '../../../src/main/core/commands/command-class.ts';
import { parseCommandLine } from '../../../src/main/platform/shell-parser/shell-parser.ts';

export const project = { cwd: '/w/app', roots: ['/w/app'], home: '/home/me' } as const;

export async function look(line: string): Promise<CommandClass> {
  return classifyCommand(await parseCommandLine(line), project);
}

const shortNames: Readonly<Record<string, string>> = {
  'changes-git': 'git',
  'runs-other-code': 'runs',
};

/** In the words of the cases, and in their order. */
export const inShort = ({ effects }: Pick<CommandClass, 'effects'>): string =>
  effects.map((effect) => shortNames[effect] ?? effect).join(' ');
