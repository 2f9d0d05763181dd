/** The things an agent can be allowed to do, as people name them. */
import type { Capability } from '../../shared/access/capabilities.ts';
import type { IconName } from '../ui/icons.tsx';

export const capabilityNames: Readonly<Record<Capability, string>> = {
  read: 'Read and search',
  edit: 'Edit files',
  run: 'Run commands and tests',
  network: 'Use the network',
  servers: 'Use MCP servers',
  delete: 'Delete',
};

export const capabilityIcons: Readonly<Record<Capability, IconName>> = {
  read: 'look',
  edit: 'change',
  run: 'terminal',
  network: 'globe',
  servers: 'server',
  delete: 'trash',
};
