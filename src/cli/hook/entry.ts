/** The bridge as a program of its own, for the shortest start. */
import '../../shared/base/freeze-prototypes.ts';
import { hookInProcess } from './print-answer.ts';

void hookInProcess(process.argv.slice(3)).then((code) => process.exit(code));
