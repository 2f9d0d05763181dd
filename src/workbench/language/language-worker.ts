/** The language worker thread. Its input is untrusted. */
import '../../shared/base/freeze-prototypes.ts';
import { serveTasks } from '../../main/platform/threads/serve-tasks.ts';
import type { LanguageService } from './language-service.ts';
import { namesDeclaredIn, readTree, type TreeArgs } from './read-tree.ts';
import { SyntaxTrees } from './syntax-trees.ts';

export type WebMethod = 'diagnostics' | 'completions' | 'definitions' | 'format' | 'rename';

export type LanguageTask =
  | {
      readonly kind: 'tree';
      readonly text: string;
      readonly language: string;
      readonly args: TreeArgs;
    }
  | { readonly kind: 'symbols'; readonly text: string; readonly language: string }
  | {
      readonly kind: 'web';
      readonly language: string;
      readonly method: WebMethod;
      readonly args: readonly unknown[];
    };

const trees = new SyntaxTrees();
const helps = new Map<string, LanguageService>();

async function serviceFor(language: string): Promise<LanguageService> {
  const { cssHelp, htmlHelp, jsonHelp } = await import('./web-languages.ts');
  const make = { json: jsonHelp, jsonc: jsonHelp, html: htmlHelp }[language] ?? cssHelp;
  const help = helps.get(language) ?? make();
  helps.set(language, help);
  return help;
}

async function withTree<T>(
  { text, language }: { readonly text: string; readonly language: string },
  read: (tree: Parameters<typeof readTree>[0]) => T,
): Promise<T | null> {
  const tree = await trees.parse(text, language);
  if (!tree) return null;
  try {
    return read(tree);
  } finally {
    tree.delete();
  }
}

serveTasks(async (task: LanguageTask) => {
  if (task.kind === 'tree') return withTree(task, (tree) => readTree(tree, task.args));
  if (task.kind === 'symbols') return withTree(task, (tree) => namesDeclaredIn(tree.rootNode));
  const help = await serviceFor(task.language);
  const method = help[task.method] as (...args: readonly unknown[]) => Promise<unknown>;
  // Class instances cannot be posted between threads; their JSON can.
  const result = await method.apply(help, [...task.args]);
  return { result: JSON.parse(JSON.stringify(result ?? null)) as unknown };
});
