import { useState, type SyntheticEvent } from 'react';
import type { Settings } from '../../shared/app/settings.ts';
import { choosePath } from '../app/commands.ts';
import { PathText } from '../ui/path-text.tsx';
import { describedBy, FieldWords } from './field-words.tsx';
import { listenFormOf, listenOf, type ListenForm } from './listen-form.ts';
import { useSaving } from './use-saving.ts';
import { settingsText } from './settings-text.ts';

/** Saved with its button, since half an address is useless. The main process confirms it. */
export function ListenCard({ listen }: Pick<Settings, 'listen'>) {
  const saving = useSaving('listen');
  const [typed, setTyped] = useState<ListenForm | null>(null);
  const form = typed ?? listenFormOf(listen);
  const submit = async (event: SyntheticEvent): Promise<void> => {
    event.preventDefault();
    if (await saving.save(listenOf(form))) setTyped(null);
  };
  return (
    <section className="card" aria-labelledby="listen-title">
      <h2 id="listen-title">{settingsText.remoteAccess}</h2>
      <p>{listen === null ? settingsText.localOnly : <Listening {...listen} />}</p>
      <form className="listen-form" onSubmit={(event) => void submit(event)}>
        <ListenFields form={form} isInvalid={saving.problem !== null} onChange={setTyped} />
        <div className="setting" tabIndex={-1} data-list-item="">
          <label className="setting-switch">
            <input
              type="checkbox"
              checked={form.management}
              aria-describedby={describedBy('listen')}
              onChange={(event) => setTyped({ ...form, management: event.target.checked })}
            />
            {settingsText.allowManagementApi}
          </label>
        </div>
        <p className="setting-text">
          <button type="submit" className="button" disabled={typed === null}>
            {listen === null ? settingsText.turnOn : settingsText.change}
          </button>
          {listen !== null && (
            <button type="button" className="button" onClick={() => void saving.save(null)}>
              {settingsText.turnOff}
            </button>
          )}
        </p>
      </form>
      <FieldWords
        id="listen"
        meaning={settingsText.remoteAccessMeaning}
        applies="restart"
        saving={saving}
      />
    </section>
  );
}

const Listening = ({ host, port }: NonNullable<Settings['listen']>) => (
  <>
    {settingsText.alsoListeningAt} <PathText path={`https://${host}:${port}`} />
  </>
);

interface ListenFieldsProps {
  readonly form: ListenForm;
  readonly isInvalid: boolean;
  onChange(form: ListenForm): void;
}

const fields = [
  {
    name: 'host',
    label: settingsText.ipAddress,
    example: '192.168.1.20',
    points: null,
  },
  { name: 'port', label: 'Port', example: '7718', points: null },
  {
    name: 'certFile',
    label: 'Certificate',
    example: '/home/me/gatehouse.pem',
    points: 'certificate',
  },
  {
    name: 'keyFile',
    label: settingsText.privateKey,
    example: '/home/me/gatehouse.key',
    points: 'key',
  },
  { name: 'names', label: settingsText.otherHostNames, example: 'desk.local', points: null },
] as const;

function ListenFields({ form, isInvalid, onChange }: ListenFieldsProps) {
  return fields.map(({ name, label, example, points }) => (
    <div key={name} className="setting" tabIndex={-1} data-list-item="">
      <label className="setting-label" htmlFor={`listen-${name}`}>
        {label}
      </label>
      <p className="setting-text">
        <input
          id={`listen-${name}`}
          type="text"
          autoComplete="off"
          spellCheck={false}
          placeholder={example}
          value={form[name]}
          aria-describedby={describedBy('listen')}
          aria-invalid={isInvalid}
          onChange={(event) => onChange({ ...form, [name]: event.target.value })}
        />
        {points !== null && (
          <button
            type="button"
            className="button"
            aria-label={settingsText.chooseLabel(label)}
            onClick={() =>
              void choosePath(points).then((path) => path && onChange({ ...form, [name]: path }))
            }
          >
            {settingsText.chooseButton}
          </button>
        )}
      </p>
    </div>
  ));
}
