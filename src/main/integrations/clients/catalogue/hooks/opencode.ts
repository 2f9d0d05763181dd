import { opencodePlugin } from '../../../native/opencode-plugin.ts';
import { inConfigHome } from '../config-paths.ts';
import type { HookSpec } from './hook-spec.ts';

export const opencodeHooks: HookSpec = {
  client: 'opencode',
  files: (at) => [
    {
      path: inConfigHome(at, 'opencode', 'plugin', 'gatehouse.js'),
      edits: (_settings, { command }) => [
        { kind: 'set', path: [], value: opencodePlugin(command) },
      ],
    },
  ],
  switches: () => [],
  otherSwitches: 'The flag --pure.',
  note: 'It is a separate plugin file. OpenCode’s prompts are silenced only while Gatehouse answers, and only where Gatehouse asks.',
};
