/** Gives a client a role; it has at most one. */
import { useState, type SyntheticEvent } from 'react';
import type { Role } from '../../shared/access/roles.ts';
import type { Snapshot } from '../../shared/ipc/main-window.ts';
import { assignRole } from '../app/role-commands.ts';
import { Combobox } from '../ui/combobox.tsx';
import { Dialog, DialogBody, DialogFoot } from '../ui/dialog.tsx';
import { roleOf, rolesText } from './roles-text.ts';

interface AssignDialogProps {
  readonly role: Role;
  readonly snapshot: Snapshot;
  onClose(): void;
}

export function AssignDialog({ role, snapshot, onClose }: AssignDialogProps) {
  const [client, setClient] = useState('');
  const [error, setError] = useState<string | null>(null);
  const name = client.trim();
  const before = roleOf(name, snapshot.roles ?? []);
  const submit = async (event: SyntheticEvent): Promise<void> => {
    event.preventDefault();
    const why = name === '' ? rolesText.needsClient : await assignRole(name, role.roleId);
    if (why === null) onClose();
    else setError(why);
  };
  return (
    <Dialog title={rolesText.assignTitle(role.name)} size="small" onClose={onClose}>
      <form className="rule-form" onSubmit={(event) => void submit(event)}>
        <DialogBody>
          <Combobox
            label={rolesText.client}
            value={client}
            placeholder={rolesText.clientPlaceholder}
            known={knownClients(snapshot)}
            onChange={setClient}
          />
          {before && before.roleId !== role.roleId && (
            <p className="rule-hint">{rolesText.replaces(name, before.name)}</p>
          )}
          {error !== null && (
            <p className="rule-error" role="alert">
              {error}
            </p>
          )}
        </DialogBody>
        <DialogFoot>
          <button type="button" className="button" onClick={onClose}>
            {rolesText.cancel}
          </button>
          <button type="submit" className="button primary-button">
            {rolesText.assignButton}
          </button>
        </DialogFoot>
      </form>
    </Dialog>
  );
}

/** As far as this window knows; another name can be typed. */
const knownClients = ({
  sessions,
  asks,
  standing = [],
  roles = [],
}: Snapshot): readonly string[] => [
  ...new Set<string>([
    ...[...sessions, ...asks]
      .filter(({ agent }) => agent.door !== 'management')
      .map(({ agent }) => agent.clientId),
    ...standing.map((grant) => grant.client),
    ...roles.flatMap((role) => role.clients),
  ]),
];
