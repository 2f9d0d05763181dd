/** Commands as they are on this machine. The shell parser is loaded when it is first wanted. */
import type { Commands } from '../core/needs.ts';
import { findProgram } from './program-finder.ts';

const parser = () => import('./shell-parser.ts');

export function realCommands(environment: Commands['environment']): Commands {
  const owned = Object.freeze({ ...environment });
  const path = owned['PATH'] ?? owned['Path'] ?? '';
  return {
    environment: owned,
    // A failure shows at the first line, which tries again.
    prepare: () =>
      void parser().then(
        ({ prepareParser }) => prepareParser(),
        () => undefined,
      ),
    parseLine: async (line) => (await parser()).parseCommandLine(line),
    findProgram: (name, from) => findProgram(name, { path, ...from }),
  };
}
