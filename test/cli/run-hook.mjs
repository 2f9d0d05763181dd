// The bridge from its source; the build makes it a program of its own.
import { hookInProcess } from '../../src/cli/hook/print-answer.ts';

process.exit(await hookInProcess(process.argv.slice(3)));
