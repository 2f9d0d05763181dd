/** Sentences that describe a change, before and after it is made. */
import { catalogue } from './catalogue/catalogue.ts';
import type { ClientChange } from '../../../shared/integrations/clients.ts';
import type { SetupPlan } from './client-plans.ts';

export function notesOn(
  { client, purpose, way }: ClientChange,
  { scope, current, name, replaces, mode }: SetupPlan,
): readonly string[] {
  const spec = catalogue[client];
  if (purpose === 'deny') return [spec.native.note];
  const notes: string[] = [];
  if (current.bytes === null) notes.push('The file is new.');
  if (replaces) notes.push('It takes the place of what Gatehouse wrote before.');
  if (way === 'key')
    notes.push('The key itself stands in the file. Only you can read it from then on.');
  else
    notes.push(
      `No key stands in the file. It is kept by Gatehouse, under the name ${name ?? spec.id}.`,
    );
  if (way === 'key' && mode !== current.mode && current.bytes)
    notes.push('Others could read the file until now.');
  if (scope === 'project')
    notes.push(
      'The file belongs to a project: others who share it see a path of this machine in it, and no key.',
    );
  return notes;
}

export function changeWords({ client, purpose }: ClientChange, file: string): string {
  const spec = catalogue[client];
  return purpose === 'connect'
    ? `${file} names Gatehouse now. ${spec.after}`
    : `${file} denies ${spec.name} its own edit and shell tools now. ${spec.after}`;
}
