/** Implements core's `Commands` on this machine. The shell parser is loaded on first use. */
import type { Commands } from '../../core/dependencies.ts';
import { gitStartsNothing } from '../git/git-starts-nothing.ts';
import { findProgram } from './program-finder.ts';
import { pinFile } from './file-pins.ts';

const parser = () => import('../shell-parser/shell-parser.ts');

export function realCommands(environment: Commands['environment']): Commands {
  const owned = Object.freeze({ ...environment });
  const path = owned['PATH'] ?? owned['Path'] ?? '';
  return {
    environment: owned,
    // A failure is reported by the first line parsed, which tries again.
    prepare: () =>
      void parser().then(
        ({ prepareParser }) => prepareParser(),
        () => undefined,
      ),
    parseLine: async (line) => (await parser()).parseCommandLine(line),
    async findProgram(name, from) {
      const found = await findProgram(name, { path, ...from });
      return found.kind === 'found' ? { ...found, pin: await pinFile(found.real) } : found;
    },
    pinFile,
    gitStartsNothing,
  };
}
