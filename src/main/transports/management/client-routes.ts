/** The clients on this machine and how they are set up. Nothing is changed here: only the window does that. */
import type { ClientCard, HooksCard } from '../../../shared/integrations/clients.ts';
import type { Routes } from './routes.ts';

export type ListClients = () => Promise<readonly ClientCard[]>;

export const clientRoutes = (list: ListClients): Routes => ({
  'GET /clients': async () => ({ clients: (await list()).map(wireOf) }),
});

const wireOf = ({ id, name, found, state, exposure, hooks }: ClientCard) => ({
  ...{ id, name, found },
  state: state.kind,
  own_tools: { edit: exposure.edit.standing, shell: exposure.shell.standing },
  hooks: hooks && hooksOf(hooks),
});

const hooksOf = (hooks: HooksCard) => ({
  state: hooks.state.kind,
  why: hooks.state.kind === 'broken' ? hooks.state.why : null,
  trust: hooks.trust.kind,
  switched_off: hooks.switchedOff,
  version: hooks.installedVersion,
  tested_version: hooks.testedVersion,
  newer_than_tested: hooks.isNewerThanTested,
});
