// npm run screenshots [-- PATTERN]   from the real app: the README's images, into docs/screenshots, and
//                                    every page in both themes and two sizes, into .cache/screenshots
import { lstatSync, mkdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { command, Failure } from './lib/command.mjs';
import { setUp } from './lib/setup.mjs';
import { e2e, runSteps } from './lib/steps.mjs';

/**
 * A home folder with three clients. Its path appears in the images, so it is always the same and
 * says nothing about the machine.
 */
function prepareHome() {
  const home = path.join(realpathSync(os.tmpdir()), 'ada');
  const old = lstatSync(home, { throwIfNoEntry: false });
  if (old && old.uid !== process.getuid?.())
    throw new Failure(`${home} belongs to another user.`, 'remove it, or set TMPDIR.');
  rmSync(home, { recursive: true, force: true });
  const files = {
    '.config/opencode/opencode.json': '{\n  "permission": { "edit": "ask", "bash": "ask" }\n}\n',
    '.cursor/mcp.json': '{\n  "mcpServers": {}\n}\n',
    '.codex/config.toml': 'approval_policy = "on-request"\n',
  };
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(home, name)), { recursive: true });
    writeFileSync(path.join(home, name), text);
  }
  return home;
}

await command(async () => {
  const environment = await setUp({ display: true });
  const home = prepareHome();
  try {
    const env = {
      ...environment.env,
      HOME: home,
      GATEHOUSE_TAKE_SCREENSHOTS: '1',
    };
    return await runSteps(
      [{ ...e2e, name: 'screenshots' }],
      { ...environment, env },
      process.argv.slice(2),
    );
  } finally {
    rmSync(home, { recursive: true, force: true });
    environment.dispose();
  }
});
