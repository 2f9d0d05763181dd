/** The user's roles, each with what it includes and the clients that have it. */
import { useId, useState } from 'react';
import { roleTemplates } from '../../shared/access/role-templates.ts';
import type { Role, RoleDraft } from '../../shared/access/roles.ts';
import type { Snapshot } from '../../shared/ipc/main-window.ts';
import {
  assignRole,
  exportRoles,
  importRoles,
  removeRole,
  restoreRole,
} from '../app/role-commands.ts';
import { say } from '../app/store.ts';
import { Icon } from '../ui/icons.tsx';
import { VisibleText } from '../ui/visible-text.tsx';
import { AssignDialog } from './assign-dialog.tsx';
import { RoleDialog } from './role-dialog.tsx';
import { emptyRole, rolesText, roleRuleSentence, roleWords } from './roles-text.ts';

type OpenRoleDialog =
  | { readonly kind: 'edit'; readonly draft: RoleDraft; readonly roleId: string | null }
  | { readonly kind: 'assign'; readonly role: Role };

export function RoleList({ snapshot }: { readonly snapshot: Snapshot }) {
  const { roles = [] } = snapshot;
  const title = useId();
  const [opened, setOpened] = useState<OpenRoleDialog | null>(null);
  const [removed, setRemoved] = useState<Role | null>(null);
  const close = (): void => setOpened(null);
  const create = (draft: RoleDraft): void => setOpened({ kind: 'edit', draft, roleId: null });
  const remove = async (role: Role): Promise<void> => {
    if (await removeRole(role.roleId)) setRemoved(role);
  };
  return (
    <section className="standing-list role-list" aria-labelledby={title}>
      <RoleHead titleId={title} roles={roles} onCreate={create} />
      {removed !== null && (
        <RemovedRole key={removed.roleId} role={removed} onClose={() => setRemoved(null)} />
      )}
      <ul className="cards" aria-labelledby={title}>
        {roles.map((role) => (
          <li key={role.roleId}>
            <RoleCard
              role={role}
              onEdit={() => setOpened({ kind: 'edit', draft: role, roleId: role.roleId })}
              onAssign={() => setOpened({ kind: 'assign', role })}
              onRemove={() => void remove(role)}
            />
          </li>
        ))}
      </ul>
      {opened?.kind === 'edit' && (
        <RoleDialog first={opened.draft} roleId={opened.roleId} onClose={close} />
      )}
      {opened?.kind === 'assign' && (
        <AssignDialog role={opened.role} snapshot={snapshot} onClose={close} />
      )}
    </section>
  );
}

interface RoleHeadProps {
  readonly titleId: string;
  readonly roles: readonly Role[];
  onCreate(draft: RoleDraft): void;
}

function RoleHead({ titleId, roles, onCreate }: RoleHeadProps) {
  const isTaken = (name: string): boolean => roles.some((role) => role.name === name);
  const templates = roleTemplates.filter(({ name }) => !isTaken(name));
  return (
    <>
      <div className="role-head">
        <h2 id={titleId}>{rolesText.title}</h2>
        <button type="button" className="button" onClick={() => onCreate(emptyRole)}>
          {rolesText.newRole}
        </button>
        <button type="button" className="button" onClick={() => void importRoles()}>
          {rolesText.importRoles}
        </button>
        {roles.length > 0 && (
          <button type="button" className="button" onClick={() => void exportRoles()}>
            {rolesText.exportRoles}
          </button>
        )}
      </div>
      <p className="standing-note">
        {rolesText.explanation}{' '}
        {templates.map((draft) => (
          <button
            key={draft.name}
            type="button"
            className="link-button role-template"
            onClick={() => onCreate(draft)}
          >
            {rolesText.fromTemplate(draft.name)}
          </button>
        ))}
      </p>
    </>
  );
}

interface RoleCardProps {
  readonly role: Role;
  onEdit(): void;
  onAssign(): void;
  onRemove(): void;
}

function RoleCard({ role, onEdit, onAssign, onRemove }: RoleCardProps) {
  const title = useId();
  const { name, rules, isLimit } = role;
  return (
    <article
      className="card standing-card"
      tabIndex={-1}
      data-list-item={role.roleId}
      aria-labelledby={title}
    >
      <div className="standing-words">
        <h3 id={title}>
          <b>
            <VisibleText text={name} />
          </b>
        </h3>
        <p>
          <VisibleText text={roleWords(role)} />
        </p>
        {rules.map((rule) => (
          <p key={JSON.stringify(rule)} className="standing-note">
            <VisibleText text={roleRuleSentence(rule)} />
          </p>
        ))}
        <ul className="card-facts">
          {isLimit && <li>{rolesText.neverMore}</li>}
          {role.clients.length === 0 && <li>{rolesText.nobody}</li>}
          {role.clients.map((client) => (
            <li key={client}>
              <RoleClient role={role} client={client} />
            </li>
          ))}
        </ul>
      </div>
      <RoleActions {...{ name, onEdit, onAssign, onRemove }} />
    </article>
  );
}

type RoleActionsProps = Omit<RoleCardProps, 'role'> & { readonly name: string };

function RoleActions({ name, onEdit, onAssign, onRemove }: RoleActionsProps) {
  const actions = [
    [rolesText.assign, rolesText.assignLabel(name), onAssign],
    [rolesText.edit, rolesText.editLabel(name), onEdit],
    [rolesText.remove, rolesText.removeLabel(name), onRemove],
  ] as const;
  return (
    <div className="standing-actions">
      {actions.map(([words, label, onClick]) => (
        <button key={words} type="button" className="button" aria-label={label} onClick={onClick}>
          {words}
        </button>
      ))}
    </div>
  );
}

function RoleClient({ role, client }: { readonly role: Role; readonly client: string }) {
  const takeAway = async (): Promise<void> => {
    const why = await assignRole(client, null);
    if (why !== null) say(why);
  };
  return (
    <span className="role-client">
      {client}
      <button
        type="button"
        className="icon-button"
        aria-label={rolesText.takeAway(client, role.name)}
        onClick={() => void takeAway()}
      >
        <Icon name="cross" />
      </button>
    </span>
  );
}

interface RemovedRoleProps {
  readonly role: Role;
  onClose(): void;
}

/** The keyboard comes here, since the button it was on is gone. */
function RemovedRole({ role, onClose }: RemovedRoleProps) {
  const undo = async (): Promise<void> => {
    onClose();
    await restoreRole(role.roleId);
  };
  return (
    <div className="removed-rule" role="status">
      <p>
        <b>{rolesText.removed}</b> <VisibleText text={rolesText.lostRole(role.name)} />
      </p>
      <button
        ref={(button) => button?.focus()}
        type="button"
        className="button"
        onClick={() => void undo()}
      >
        {rolesText.undo}
      </button>
      <button
        type="button"
        className="icon-button"
        aria-label={rolesText.dismiss}
        onClick={onClose}
      >
        <Icon name="cross" />
      </button>
    </div>
  );
}
