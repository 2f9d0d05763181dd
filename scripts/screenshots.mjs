// npm run screenshots [-- PATTERN]   images of every page in both themes, and the README's animation,
//                                    from the real app, into docs/screenshots (GATEHOUSE_SCREENSHOTS)
import { mkdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { command } from './lib/command.mjs';
import { setUp } from './lib/setup.mjs';
import { e2e, runSteps } from './lib/steps.mjs';

/** A home with three clients, so that no picture shows the machine it was taken on. */
function homeOfAda() {
  const home = path.join(realpathSync(os.tmpdir()), 'ada');
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
  try {
    const env = {
      ...environment.env,
      HOME: homeOfAda(),
      GATEHOUSE_PICTURES: '1',
      GATEHOUSE_SCREENSHOTS: process.env.GATEHOUSE_SCREENSHOTS ?? 'docs/screenshots',
    };
    return await runSteps(
      [{ ...e2e, name: 'screenshots' }],
      { ...environment, env },
      process.argv.slice(2),
    );
  } finally {
    environment.dispose();
  }
});
