/**
 * A TypeScript server in the sandbox, asked past the check of imports (language/reach): what it reports
 * then depends on what it can read.
 */
import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { probeLaunch } from '../../src/main/core/core.ts';
import { launchOf } from '../../src/main/core/sandbox/launch-of.ts';
import { profileOf } from '../../src/main/core/sandbox/make-profile.ts';
import { patternsFor } from '../../src/main/core/sandbox/sandbox-names.ts';
import { quickSha256 } from '../../src/main/platform/ledger/marks.ts';
import { openSandbox } from '../../src/main/platform/sandbox/open-sandbox.ts';
import type { SandboxLaunch } from '../../src/shared/sandbox/sandbox-launch.ts';
import { typescriptServer } from '../../src/workbench/basics/tools.ts';
import { uriOf } from '../../src/workbench/language/positions.ts';
import { LspServer } from '../../src/workbench/language/lsp-server.ts';
import { put, scratch } from '../fakes/scratch.ts';
import { sandboxRuns } from '../support/sandbox-here.ts';

async function launchFor(root: string): Promise<SandboxLaunch> {
  const dataDir = scratch();
  const home = scratch();
  const needs = { home, ownPaths: [dataDir], sha256: quickSha256 };
  const machine = await openSandbox({
    ...{ dataDir, home, user: 'ada' },
    launchIn: (own, folder) => probeLaunch(own, folder, needs),
  });
  const roots = [{ path: root, device: '', inode: '' }];
  const patterns = patternsFor(needs, { protectedNames: [], closed: [] });
  const facts = machine.facts({ sessionId: 's', clientId: 'c', roots }, patterns);
  const profile = profileOf({
    ...{ purpose: 'language-server', facts, canWrite: true, canReadSecrets: false },
    ...{ network: 'none', cwd: root, environment: { PATH: '/usr/bin:/bin' } },
  });
  return launchOf(profile, facts, quickSha256);
}

/** A type error quotes the text of a constant, wherever the constant comes from. */
async function errorsOfImports(isSandboxed: boolean): Promise<string> {
  const outside = scratch();
  const root = path.join(outside, 'project');
  put(outside, 'sibling/leak.ts', "export const leaked = 'text-of-the-sibling' as const;\n");
  put(root, 'inside.ts', "export const own = 'text-of-the-project' as const;\n");
  fs.symlinkSync('../sibling', path.join(root, 'linked'));
  const text = [
    "import { own } from './inside';",
    "import { leaked } from '../sibling/leak';",
    "import { leaked as linked } from './linked/leak';",
    `import { leaked as absolute } from '${outside}/sibling/leak';`,
    ...['own', 'leaked', 'linked', 'absolute'].map(
      (name) => `export const of_${name}: 'another text' = ${name};`,
    ),
  ].join('\n');
  const file = put(root, 'x.ts', text);
  const server = await LspServer.start({
    ...{ name: 'TypeScript', root, options: { disableAutomaticTypeAcquisition: true } },
    start: { argv: [typescriptServer() ?? '', '--lsp', '--stdio'] },
    sandbox: isSandboxed ? await launchFor(root) : undefined,
    onDiagnostics: () => undefined,
    onEnded: () => undefined,
  });
  onTestFinished(() => server.dispose());
  const document = { path: file, uri: uriOf(file), language: 'typescript', text, version: '1' };
  return JSON.stringify(await server.diagnostics(document));
}

describe.runIf(sandboxRuns)('imports from a sibling folder', () => {
  test('N14 show nothing of it in the sandbox, neither by path nor through a link', async () => {
    const received = await errorsOfImports(true);
    expect(received).toContain('text-of-the-project');
    expect(received.match(/Cannot find module/g)).toHaveLength(3);
    expect(received).not.toContain('text-of-the-sibling');
  });

  test('N14 show its text without the sandbox', async () => {
    const reported = await errorsOfImports(false);
    expect(reported.match(/text-of-the-sibling/g)).toHaveLength(3);
  });
});
