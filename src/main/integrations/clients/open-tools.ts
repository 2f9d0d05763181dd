/** Whether a client's own tools would stay open after we denied them in one of its files. */
import type { SystemEnvironment } from '../../../shared/app/data-dir.ts';
import type { AbilityExposure } from '../../../shared/integrations/clients.ts';
import type { ClientSpec } from './catalogue/client-spec.ts';
import {
  readNativeSettings,
  type NativeSetting,
  type NativeSettings,
} from './reading/native-settings.ts';
import type { NotTouched } from './files/config-snapshot.ts';

const quietly = { onFile: () => undefined, unreadable: [] };

/** The settings that keep a tool available; null when all are denied. `after` is the file's new content. */
export async function whyStillOpen(
  spec: ClientSpec,
  at: SystemEnvironment,
  written: { readonly file: string; readonly after: Buffer },
): Promise<NotTouched | null> {
  const read = await readNativeSettings(spec, at, quietly, written);
  const open = openIn(spec, read);
  if (!open) return null;
  const others = [...read.settings, ...read.policies].filter(({ file }) => file !== written.file);
  const inTheWay = others.find((other) => !openIn(spec, without(read, other)));
  return {
    why: `${spec.name} would keep its ${open.tool} tool: ${open.why}. The setting that prevents it is in ${inTheWay?.file ?? written.file}.`,
    hint: 'Change it there by hand, then try again. Nothing was changed.',
  };
}

const without = ({ settings, policies }: NativeSettings, other: NativeSetting): NativeSettings => ({
  settings: settings.filter((item) => item !== other),
  policies: policies.filter((item) => item !== other),
});

function openIn(
  { native }: ClientSpec,
  { settings, policies }: NativeSettings,
): (AbilityExposure & { readonly tool: string }) | null {
  const { edit, shell } = native.read(
    settings.map(({ value }) => value),
    policies.map(({ value }) => value),
  );
  if (edit.standing !== 'denied') return { ...edit, tool: 'edit' };
  return shell.standing === 'denied' ? null : { ...shell, tool: 'shell' };
}
