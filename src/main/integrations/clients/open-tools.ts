/** Whether a client's own tools would stay open after we denied them in one of its files. */
import type { Surroundings } from '../../../shared/app/data-dir.ts';
import type { Exposed } from '../../../shared/integrations/clients.ts';
import type { ClientSpec } from './catalogue/client-spec.ts';
import { readConfig, valueOf } from './reading/read-config.ts';
import type { Json } from './edit/json-value.ts';
import type { NotTouched } from './files/config-snapshot.ts';

const quietly = { onFile: () => undefined, unreadable: [] };

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
    files.map(async (item) => ({
      file: item,
      value:
        item === file
          ? valueOf(spec.native.format, after)
          : (await readConfig(spec.native.format, item, quietly)).value,
    })),
  );
  const read = settings.filter((item): item is Setting => item.value !== undefined);
  const open = openIn(spec, read);
  if (!open) return null;
  const others = read.filter((item) => item.file !== file);
  const inTheWay = others.find(
    (other) =>
      !openIn(
        spec,
        read.filter((item) => item !== other),
      ),
  );
  return {
    why: `${spec.name} would keep its ${open.tool} tool: ${open.why}. What stands in the way is in ${inTheWay?.file ?? file}.`,
    hint: 'Change it there by hand, then try again. Nothing was changed.',
  };
}

function openIn(
  { native }: ClientSpec,
  settings: readonly Setting[],
): (Exposed & { readonly tool: string }) | null {
  const { edit, shell } = native.read(settings.map(({ value }) => value));
  if (edit.standing !== 'denied') return { ...edit, tool: 'edit' };
  return shell.standing === 'denied' ? null : { ...shell, tool: 'shell' };
}
