import { settingIn } from '../../shared/setting-change.ts';
import type { Settings } from '../../shared/settings.ts';
import { ThemeSwitch } from '../app/theme-switch.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { ListenCard } from './listen-card.tsx';
import { NamesRow } from './names-row.tsx';
import { NumberRow } from './number-row.tsx';
import { sections, type Field, type Section } from './setting-fields.ts';
import { SwitchRow } from './switch-row.tsx';

export function SettingsPage({ settings }: { readonly settings: Settings }) {
  return (
    <>
      <PageHeader
        title="Settings"
        note="Each change is saved at once and recorded in the ledger as yours."
      />
      <div className="page-scroll">
        <div className="settings">
          {sections.map((section) => (
            <SectionCard key={section.title} section={section} settings={settings} />
          ))}
          <section className="card" aria-labelledby="protected-title">
            <h2 id="protected-title">Protected names</h2>
            <NamesRow names={settings.protectedNames} />
          </section>
          <ListenCard listen={settings.listen} />
          <section className="card" aria-labelledby="look-title">
            <h2 id="look-title">Look</h2>
            <ThemeSwitch theme={settings.theme} group="settings-theme" />
          </section>
        </div>
      </div>
    </>
  );
}

function SectionCard({
  section,
  settings,
}: {
  readonly section: Section;
  readonly settings: Settings;
}) {
  const titleId = `section-${section.title.replaceAll(' ', '-')}`;
  return (
    <section className="card" aria-labelledby={titleId}>
      <h2 id={titleId}>{section.title}</h2>
      {section.fields.map((field) => (
        <FieldRow key={field.name} field={field} settings={settings} />
      ))}
    </section>
  );
}

function FieldRow({ field, settings }: { readonly field: Field; readonly settings: Settings }) {
  const value = settingIn(settings, field.name);
  return field.kind === 'switch' ? (
    <SwitchRow field={field} isOn={value === true} />
  ) : (
    <NumberRow field={field} value={Number(value)} />
  );
}
