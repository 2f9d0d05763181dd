/** Whether a client's own tools would stay open after we denied them in one of its files. */
import type { Surroundings } from '../../../shared/data-dir.ts';
import type { Exposed } from '../../../shared/clients.ts';
import type { ClientSpec } from './catalogue/client-spec.ts';
import { readConfig } from './client-files.ts';
import type { Json } from './edit/json-value.ts';
import type { NotTouched } from './files/config-look.ts';
import { textOf } from './files/config-text.ts';

interface Setting {
  readonly file: string;
  readonly value: Json;
}

/** What stands in the way; null when they are denied. `after` is what the file would hold. */
export async function whyStillOpen(
  spec: ClientSpec,
  at: Surroundings,
  { file, after }: { readonly file: string; readonly after: Buffer },
): Promise<NotTouched | null> {
  const files = [...new Set(spec.native.files(at))];
  const settings = await Promise.all(
    files.map(async (one) => ({
      file: one,
      value:
        one === file ? valueOf(spec, after) : (await readConfig(spec.native.format, one)).value,
    })),
  );
  const read = settings.filter((one): one is Setting => one.value !== undefined);
  const open = openIn(spec, read);
  if (!open) return null;
  const others = read.filter((one) => one.file !== file);
  const inTheWay = others.find(
    (other) =>
      !openIn(
        spec,
        read.filter((one) => one !== other),
      ),
  );
  return {
    why: `${spec.name} would keep its ${open.tool} tool: ${open.why}. What stands in the way is in ${inTheWay?.file ?? file}.`,
    hint: 'Change it there by hand, then try again. Nothing was changed.',
  };
}

export function valueOf({ native }: ClientSpec, bytes: Buffer | null): Json | undefined {
  const read = textOf(bytes);
  const parsed = read && native.format.parse(read.text);
  return parsed && 'value' in parsed ? parsed.value : undefined;
}

function openIn(
  { native }: ClientSpec,
  settings: readonly Setting[],
): (Exposed & { readonly tool: string }) | null {
  const { edit, shell } = native.read(settings.map(({ value }) => value));
  if (edit.standing !== 'denied') return { ...edit, tool: 'edit' };
  return shell.standing === 'denied' ? null : { ...shell, tool: 'shell' };
}
