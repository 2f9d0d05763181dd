/** Adds a server by hand, or changes how one is started. */
import { useRef, useState, type ReactNode, type RefObject } from 'react';
import type { ServerSpec } from '../../shared/servers/server-commands.ts';
import type { ShownRefusal } from '../../shared/integrations/clients.ts';
import { choosePath } from '../app/commands.ts';
import { say } from '../app/store.ts';
import { Refused } from '../files/restore-dialog.tsx';
import { ArgvText } from '../ui/argv-text.tsx';
import { Dialog, DialogBody, DialogFoot } from '../ui/dialog.tsx';
import { Select } from '../ui/select.tsx';
import { Switch } from '../ui/switch.tsx';
import { sendAct, serverName } from './server-acts.ts';
import {
  emptyServerForm,
  filledForm,
  formOfSpec,
  splitCommand,
  suggestedName,
  type ServerForm,
} from './server-form.ts';
import { FormField, FormLines } from './form-fields.tsx';
import { serversText } from './servers-text.ts';
import { VariableRows } from './variable-rows.tsx';

interface ServerDialogProps {
  /** The server that is changed; null for a new one. */
  readonly edited: { readonly name: string; readonly spec: ServerSpec } | null;
  readonly taken: readonly string[];
  onDone(name: string): void;
  onClose(): void;
}

interface ServerFormState {
  readonly form: ServerForm;
  /** What is wrong with the form, or why it was refused. */
  readonly problem: ReactNode;
  readonly isBusy: boolean;
  change(more: Partial<ServerForm>): void;
  save(): Promise<void>;
}

type FormUse = Omit<ServerDialogProps, 'onClose'>;

function useServerForm({ edited, taken, onDone }: FormUse): ServerFormState {
  const [form, setForm] = useState(() =>
    edited ? formOfSpec(edited.name, edited.spec) : emptyServerForm,
  );
  const [isNamed, setNamed] = useState(edited !== null);
  const [problem, setProblem] = useState<string | ShownRefusal | null>(null);
  const [isBusy, setBusy] = useState(false);
  const change = (more: Partial<ServerForm>): void => {
    const next = { ...form, ...more };
    const named = more.name === undefined ? isNamed : more.name !== '';
    setProblem(null);
    setNamed(named);
    setForm(named ? next : { ...next, name: suggestedName(next) });
  };
  const save = async (): Promise<void> => {
    const others = taken.filter((name) => name !== edited?.name);
    const filled = filledForm(form, { taken: others, needsValues: edited === null });
    if (typeof filled === 'string') return setProblem(filled);
    const { spec, secrets } = filled;
    const name = serverName(filled.name);
    setBusy(true);
    const became = edited
      ? await sendAct('servers:edit', { name, spec })
      : await sendAct('servers:add', { name, spec, secrets });
    setBusy(false);
    if (became.kind === 'refused') return setProblem(became);
    say(became.words);
    onDone(name);
  };
  const shown = typeof problem === 'string' ? { why: problem, hint: '' } : problem;
  return { form, problem: shown && <Refused {...shown} />, isBusy, change, save };
}

export function ServerDialog({ onClose, ...use }: ServerDialogProps) {
  const { edited } = use;
  const { form, problem, isBusy, change, save } = useServerForm(use);
  const first = useRef<HTMLInputElement>(null);
  return (
    <Dialog
      title={edited ? serversText.editTitle(edited.name) : serversText.addTitle}
      subtitle={edited ? serversText.editSubtitle : serversText.addSubtitle}
      focusFirst={first}
      onClose={onClose}
    >
      <form
        className="server-form"
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <DialogBody>
          <div className="server-fields">
            {edited === null && (
              <KindChoice
                isUrl={form.isUrl}
                onChange={(isUrl) => change({ isUrl, variables: [] })}
              />
            )}
            {form.isUrl ? (
              <UrlFields {...{ form, change, first }} />
            ) : (
              <CommandFields {...{ form, change, first }} />
            )}
            {edited === null && (
              <FormField
                label={serversText.name}
                meaning={serversText.nameMeaning}
                value={form.name}
                onChange={(name) => change({ name })}
              />
            )}
            <VariableRows form={form} hasValues={edited === null} onChange={change} />
            {!form.isUrl && <ReachFields {...{ form, change }} />}
          </div>
        </DialogBody>
        {problem}
        <DialogFoot>
          <button type="button" className="button" onClick={onClose}>
            {serversText.cancel}
          </button>
          <button type="submit" className="button primary-button" disabled={isBusy}>
            {edited ? serversText.saveChanges : serversText.add}
          </button>
        </DialogFoot>
      </form>
    </Dialog>
  );
}

interface FieldsProps {
  readonly form: ServerForm;
  change(more: Partial<ServerForm>): void;
}

interface FirstFieldProps extends FieldsProps {
  readonly first: RefObject<HTMLInputElement | null>;
}

function KindChoice({ isUrl, onChange }: { readonly isUrl: boolean; onChange(to: boolean): void }) {
  const kinds = [
    [false, serversText.kindCommand],
    [true, serversText.kindUrl],
  ] as const;
  return (
    <fieldset className="segments" aria-label={serversText.kind}>
      {kinds.map(([to, words]) => (
        <label key={words}>
          <input
            type="radio"
            name="server-kind"
            checked={isUrl === to}
            onChange={() => onChange(to)}
          />
          <span>{words}</span>
        </label>
      ))}
    </fieldset>
  );
}

function CommandFields({ form, change, first }: FirstFieldProps) {
  const words = splitCommand(form.command) ?? [];
  return (
    <>
      <FormField
        inputRef={first}
        label={serversText.command}
        meaning={serversText.commandMeaning}
        placeholder={serversText.commandPlaceholder}
        value={form.command}
        isCode
        onChange={(command) => change({ command })}
      />
      {words.length > 1 && <ArgvText argv={words} />}
    </>
  );
}

function UrlFields({ form, change, first }: FirstFieldProps) {
  return (
    <>
      <FormField
        inputRef={first}
        label={serversText.url}
        placeholder={serversText.urlPlaceholder}
        value={form.url}
        isCode
        onChange={(url) => change({ url })}
      />
      <Select
        label={serversText.transport}
        value={form.transport}
        options={[
          { value: 'http', words: serversText.transportHttp },
          { value: 'sse', words: serversText.transportSse },
        ]}
        onChange={(to) => change({ transport: to === 'sse' ? 'sse' : 'http' })}
      />
    </>
  );
}

function ReachFields({ form, change }: FieldsProps) {
  const choose = async (): Promise<void> => {
    const folder = await choosePath('server-folder');
    if (folder === null) return;
    change({ folders: [form.folders.trimEnd(), folder].filter((line) => line !== '').join('\n') });
  };
  return (
    <>
      {!form.isOutsideSandbox && (
        <>
          <FormLines
            label={serversText.folderLines}
            value={form.folders}
            onChange={(folders) => change({ folders })}
          >
            <button type="button" className="button" onClick={() => void choose()}>
              {serversText.chooseFolder}
            </button>
          </FormLines>
          <FormLines
            label={serversText.hostLines}
            meaning={serversText.hostsMeaning}
            value={form.hosts}
            onChange={(hosts) => change({ hosts })}
          />
        </>
      )}
      <Switch
        label={serversText.outsideSandbox}
        meaning={serversText.outsideMeaning}
        isOn={form.isOutsideSandbox}
        onChange={(isOutsideSandbox) => change({ isOutsideSandbox })}
      />
    </>
  );
}
