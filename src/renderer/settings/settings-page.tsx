import { Fragment, useState, type ReactNode } from 'react';
import { settingIn } from '../../shared/app/setting-change.ts';
import type { Settings } from '../../shared/app/settings.ts';
import type { UpdateView } from '../../shared/app/updates.ts';
import { openAdvanced, useMain } from '../app/store.ts';
import { ThemeSwitch } from '../app/theme-switch.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { ListenCard } from './listen-card.tsx';
import { LinesRow } from './lines-row.tsx';
import { NumberRow } from './number-row.tsx';
import {
  advancedSections,
  backendSection,
  everydaySection,
  type Field,
  matchesSearch,
  type Section,
  settingsText,
  textsOf,
  updatesSection,
} from './settings-text.ts';
import { UpdateStateRow } from '../updates/update-state-row.tsx';
import { linesIn, serverLines, serversIn } from './setting-lines.ts';
import { SwitchRow } from './switch-row.tsx';
import { TextRow } from './text-row.tsx';
import { TokenRow } from './token-row.tsx';

interface SettingsPageProps {
  readonly settings: Settings;
  readonly update: UpdateView | undefined;
  readonly version: string;
  readonly hasBackendToken: boolean;
  readonly hasShortcutFailed: boolean;
}

export function SettingsPage(props: SettingsPageProps) {
  const { settings } = props;
  const isAdvanced = useMain((state) => state.isAdvancedOpen);
  return (
    <>
      <PageHeader title={settingsText.settings} note={settingsText.savedImmediately} />
      <div className="page-scroll">
        <div className="settings">
          <SectionCard section={everydaySection} settings={settings}>
            <div className="setting" tabIndex={-1} data-list-item="theme">
              <ThemeSwitch theme={settings.theme} />
            </div>
          </SectionCard>
          <details
            className="advanced"
            open={isAdvanced}
            onToggle={({ currentTarget }) => openAdvanced(currentTarget.open)}
          >
            <summary>
              <h2>{settingsText.advanced}</h2>
              <span>{settingsText.advancedMeaning}</span>
            </summary>
            {isAdvanced && <AdvancedSettings {...props} />}
          </details>
        </div>
      </div>
    </>
  );
}

function AdvancedSettings(props: SettingsPageProps) {
  const { settings, hasShortcutFailed } = props;
  const [search, setSearch] = useState('');
  const problems: RowProblems = hasShortcutFailed
    ? { askShortcut: settingsText.shortcutTaken }
    : {};
  const shown = advancedSections.filter((section) => matchesSearch(search, ...textsOf(section)));
  const forms = advancedForms(props).filter(({ texts }) => matchesSearch(search, ...texts));
  return (
    <>
      <input
        type="search"
        className="field-box"
        aria-label={settingsText.searchSettings}
        placeholder={settingsText.searchSettings}
        value={search}
        onChange={({ currentTarget }) => setSearch(currentTarget.value)}
      />
      {shown.map((section) => (
        <SectionCard key={section.title} {...{ section, settings, problems }} />
      ))}
      {forms.map(({ texts, form }) => (
        <Fragment key={texts[0]}>{form}</Fragment>
      ))}
      {shown.length + forms.length === 0 && (
        <p className="card empty" role="status">
          {settingsText.nothingMatches}
        </p>
      )}
    </>
  );
}

interface AdvancedForm {
  /** The words by which it is found; the first is its title. */
  readonly texts: readonly string[];
  readonly form: ReactNode;
}

function advancedForms({
  settings,
  hasBackendToken,
  update,
  version,
}: SettingsPageProps): readonly AdvancedForm[] {
  return [
    {
      texts: [settingsText.protectedNames, settingsText.protectedNamesMeaning],
      form: <ProtectedNames settings={settings} />,
    },
    {
      texts: [settingsText.languageServers, settingsText.languageServersMeaning],
      form: <LanguageServers settings={settings} />,
    },
    {
      texts: [...textsOf(backendSection), settingsText.backendToken, settingsText.pageOrigins],
      form: (
        <SectionCard section={backendSection} settings={settings}>
          <TokenRow isSet={hasBackendToken} />
          <LinesRow
            name="backend.pageOrigins"
            label={settingsText.pageOrigins}
            lines={settings.backend.pageOrigins}
            valueOf={linesIn}
            example="http://localhost:3000"
            meaning={settingsText.pageOriginsMeaning}
            applies="immediately"
          />
        </SectionCard>
      ),
    },
    {
      texts: textsOf(updatesSection),
      form: (
        <SectionCard section={updatesSection} settings={settings}>
          <UpdateStateRow {...{ update, version }} />
        </SectionCard>
      ),
    },
    {
      texts: [settingsText.remoteAccess, settingsText.remoteAccessMeaning],
      form: <ListenCard listen={settings.listen} />,
    },
  ];
}

function ProtectedNames({ settings }: Pick<SettingsPageProps, 'settings'>) {
  return (
    <section className="card" aria-labelledby="protected-title">
      <h2 id="protected-title">{settingsText.protectedNames}</h2>
      <LinesRow
        name="protectedNames"
        label={settingsText.extraProtectedNames}
        lines={settings.protectedNames}
        valueOf={linesIn}
        example={'migrations\n*.pem'}
        meaning={settingsText.protectedNamesMeaning}
        applies="immediately"
      />
    </section>
  );
}

function LanguageServers({ settings }: Pick<SettingsPageProps, 'settings'>) {
  return (
    <section className="card" aria-labelledby="servers-title">
      <h2 id="servers-title">{settingsText.languageServers}</h2>
      <LinesRow
        name="languageServers"
        label={settingsText.yourOwnLanguageServers}
        lines={serverLines(settings.languageServers)}
        valueOf={serversIn}
        example={'python: pyright-langserver --stdio\nrust: rust-analyzer'}
        meaning={settingsText.languageServersMeaning}
        applies="restart"
      />
    </section>
  );
}

/** Why settings do not work now, by name. */
type RowProblems = Readonly<Record<string, string>>;

interface SectionCardProps {
  readonly section: Section;
  readonly settings: Settings;
  readonly problems?: RowProblems;
  readonly children?: ReactNode;
}

function SectionCard({ section, settings, problems, children }: SectionCardProps) {
  const titleId = `section-${section.title.replaceAll(' ', '-')}`;
  return (
    <section className="card" aria-labelledby={titleId}>
      <h2 id={titleId}>{section.title}</h2>
      {section.fields.map((field) => (
        <FieldRow key={field.name} {...{ field, settings }} problem={problems?.[field.name]} />
      ))}
      {children}
    </section>
  );
}

interface FieldRowProps {
  readonly field: Field;
  readonly settings: Settings;
  readonly problem: string | undefined;
}

function FieldRow({ field, settings, problem }: FieldRowProps) {
  const value = settingIn(settings, field.name);
  switch (field.kind) {
    case 'switch':
      return <SwitchRow field={field} isOn={value === true} />;
    case 'number':
      return <NumberRow field={field} value={Number(value)} />;
    case 'text':
      return (
        <TextRow field={field} value={typeof value === 'string' ? value : null} problem={problem} />
      );
  }
}
