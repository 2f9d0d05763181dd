import type { ReactNode } from 'react';
import { settingIn } from '../../shared/app/setting-change.ts';
import type { Settings } from '../../shared/app/settings.ts';
import { ThemeSwitch } from '../app/theme-switch.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { ListenCard } from './listen-card.tsx';
import { LinesRow } from './lines-row.tsx';
import { NumberRow } from './number-row.tsx';
import {
  backendSection,
  type Field,
  type Section,
  sections,
  settingsText,
} from './settings-text.ts';
import { linesIn, serverLines, serversIn } from './setting-lines.ts';
import { SwitchRow } from './switch-row.tsx';
import { TextRow } from './text-row.tsx';
import { TokenRow } from './token-row.tsx';

interface SettingsPageProps {
  readonly settings: Settings;
  readonly hasBackendToken: boolean;
}

export function SettingsPage({ settings, hasBackendToken }: SettingsPageProps) {
  return (
    <>
      <PageHeader title={settingsText.settings} note={settingsText.changesAreSavedImmediatelyAnd} />
      <div className="page-scroll">
        <div className="settings">
          {sections.map((section) => (
            <SectionCard key={section.title} section={section} settings={settings} />
          ))}
          <section className="card" aria-labelledby="protected-title">
            <h2 id="protected-title">{settingsText.protectedNames}</h2>
            <LinesRow
              name="protectedNames"
              label={settingsText.extraProtectedNames}
              lines={settings.protectedNames}
              valueOf={linesIn}
              example={'migrations\n*.pem'}
              meaning={settingsText.onePerLineAFile}
              applies="immediately"
            />
          </section>
          <section className="card" aria-labelledby="servers-title">
            <h2 id="servers-title">{settingsText.languageServers}</h2>
            <LinesRow
              name="languageServers"
              label={settingsText.yourOwnLanguageServers}
              lines={serverLines(settings.languageServers)}
              valueOf={serversIn}
              example={'python: pyright-langserver --stdio\nrust: rust-analyzer'}
              meaning={settingsText.onePerLineTheLanguage}
              applies="restart"
            />
          </section>
          <SectionCard section={backendSection} settings={settings}>
            <TokenRow isSet={hasBackendToken} />
          </SectionCard>
          <ListenCard listen={settings.listen} />
          <section className="card" aria-labelledby="look-title">
            <h2 id="look-title">{settingsText.appearance}</h2>
            <ThemeSwitch theme={settings.theme} group="settings-theme" />
          </section>
        </div>
      </div>
    </>
  );
}

interface SectionCardProps {
  readonly section: Section;
  readonly settings: Settings;
  readonly children?: ReactNode;
}

function SectionCard({ section, settings, children }: SectionCardProps) {
  const titleId = `section-${section.title.replaceAll(' ', '-')}`;
  return (
    <section className="card" aria-labelledby={titleId}>
      <h2 id={titleId}>{section.title}</h2>
      {section.fields.map((field) => (
        <FieldRow key={field.name} field={field} settings={settings} />
      ))}
      {children}
    </section>
  );
}

function FieldRow({ field, settings }: { readonly field: Field; readonly settings: Settings }) {
  const value = settingIn(settings, field.name);
  switch (field.kind) {
    case 'switch':
      return <SwitchRow field={field} isOn={value === true} />;
    case 'number':
      return <NumberRow field={field} value={Number(value)} />;
    case 'text':
      return <TextRow field={field} value={typeof value === 'string' ? value : null} />;
  }
}
