/** An app of its own with one command that runs on; it is killed from outside. */
import { SandboxApp } from './sandbox-app.ts';

const [dataDir = '', root = ''] = process.argv.slice(2);
const app = await SandboxApp.open(dataDir, () => 0);
const agent = await app.freshAgent([root]);
await agent.call('exec_command', { argv: ['/usr/bin/python3', 'try.py'], timeout: 60 });
await app.dispose();
