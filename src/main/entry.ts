/**
 * Where Electron starts. A package that is given a command of the command line runs that, on its own
 * binary: no window, no display, no lock, and Electron is not even ready by then. Else it is the app.
 */
import '../shared/base/freeze-prototypes.ts';
import { app } from 'electron';
import { commandLineOf } from '../shared/app/cli-arguments.ts';

const words = app.isPackaged ? commandLineOf(process.argv.slice(1)) : null;

// Each is loaded only when it is the one: a command must not wait for the app's code.
if (words) {
  const { run } = await import('../cli/gatehouse.ts');
  app.exit(await run(words));
} else {
  await import('./main.ts');
}
