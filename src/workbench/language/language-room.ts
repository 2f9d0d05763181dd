import type { Desk } from '../desk.ts';
import type { Room } from '../hand.ts';
import { analyzeSyntax } from './analyze-syntax.ts';
import { SyntaxTrees } from './syntax-trees.ts';

export function languageRoom(desk: Desk): Room {
  const trees = new SyntaxTrees();
  return {
    hands: {
      analyze_syntax: (args, task) => analyzeSyntax(desk, trees, args, task),
    },
    dispose: () => undefined,
  };
}
