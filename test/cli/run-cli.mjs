// The command from its source, as bin/gatehouse.mjs runs it from the build.
import { run } from '../../src/cli/gatehouse.ts';

process.exit(await run(process.argv.slice(2)));
