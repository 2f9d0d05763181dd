/** Sentences that describe a change, before and after it is made. */
import { catalogue } from './catalogue/catalogue.ts';
import type { ClientSetupRequest } from '../../../shared/integrations/clients.ts';
import type { SetupPlan, UndoPlan, WritePlan } from './client-plans.ts';

export const newKeyNote = 'Its key was revoked. It gets a new one.';

export const notesOn = ({ steps }: SetupPlan): readonly string[] => [
  ...new Set(steps.flatMap((step) => (step.kind === 'write' ? writeNotes(step) : undoNotes(step)))),
];

function writeNotes(plan: WritePlan): readonly string[] {
  const { change, scope, current, name, replaces, mode } = plan;
  const { client, purpose, way } = change;
  const spec = catalogue[client];
  const notes: string[] = [];
  if (current.bytes === null) notes.push(`${current.file} is a new file.`);
  if (purpose === 'deny') notes.push(spec.native.note);
  const moved = purpose === 'hooks' ? movedHooks(plan) : 0;
  if (moved > 0)
    notes.push(
      `Codex trusts a hook by its position. ${moved === 1 ? 'One hook' : `${moved} hooks`} of other programs move down by one, and the trust you gave moves along; it need not be renewed.`,
    );
  if (purpose !== 'connect') return notes;
  if (replaces) notes.push('It replaces what Gatehouse wrote before.');
  if (way === 'key')
    notes.push('The key itself is in the file. Only you can read it from then on.');
  else notes.push(`No key is in the file. Gatehouse keeps it under the name ${name ?? spec.id}.`);
  if (way === 'key' && mode !== current.mode && current.bytes)
    notes.push('Others could read the file until now.');
  if (scope === 'project')
    notes.push(
      'The file belongs to a project: others who share it see a path of this machine in it, and no key.',
    );
  return notes;
}

/** Hooks of others that keep their trust at a new position. */
const movedHooks = ({ fulfilled }: WritePlan): number =>
  fulfilled.filter(
    ({ edit: { path } }) =>
      path[0] === 'hooks' &&
      path[1] === 'state' &&
      path[3] === 'trusted_hash' &&
      !(path[2] ?? '').endsWith(':0:0'),
  ).length;

function undoNotes({ after, record, dropsKey }: UndoPlan): readonly string[] {
  const notes: string[] = [];
  if (after === null) notes.push(`${record.file} was created for this and is removed.`);
  if (dropsKey) notes.push('Its key is revoked, and its pending asks and sessions end.');
  return notes;
}

export function setupWords({ client, write }: ClientSetupRequest, { files }: SetupPlan): string {
  const spec = catalogue[client];
  const names = files.map(({ file }) => file).join(' and ');
  const purposes = write.map(({ purpose }) => purpose);
  if (purposes.length === 0) return `${names}: undone.`;
  const sentences = [
    purposes.includes('connect') ? `Gatehouse was added to ${names}.` : `${names} was changed.`,
    ...(purposes.includes('deny') ? [`${spec.name}'s own edit and shell tools are off.`] : []),
    ...(purposes.includes('hooks') ? [`${spec.name}'s own tools are under the gate.`] : []),
    spec.after,
  ];
  return sentences.join(' ');
}
