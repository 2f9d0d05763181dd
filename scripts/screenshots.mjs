// npm run screenshots: pictures of every page in both themes, from the real app, into docs/screenshots
import { mkdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { build } from './lib/build.mjs';
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
  const house = await setUp({ display: true });
  try {
    await build();
    const env = {
      ...house.env,
      HOME: homeOfAda(),
      GATEHOUSE_PICTURES: '1',
      GATEHOUSE_SCREENSHOTS: process.argv[2] ?? 'docs/screenshots',
    };
    return await runSteps([{ ...e2e, name: 'pictures' }], { ...house, env });
  } finally {
    house.dispose();
  }
});
