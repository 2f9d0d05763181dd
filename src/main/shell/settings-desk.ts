/** The person changes a setting: checked, written into the ledger, then saved and in force. */
import {
  settingIn,
  withChange,
  type ProgramChange,
  type SettingChange,
  type ProgramSetting,
  type SettingName,
  type SettingReceipt,
} from '../../shared/setting-change.ts';
import { notices } from '../../shared/notices.ts';
import type { Core } from '../core/offers.ts';
import type { Settings } from '../../shared/settings.ts';
import { whyNoCertificate } from '../platform/certificate-check.ts';
import type { SettingsFile } from '../platform/settings-file.ts';
import { questionFor, type SettingQuestion } from './setting-questions.ts';

interface Deps {
  readonly core: Pick<Core, 'note' | 'state'>;
  readonly file: SettingsFile;
  /** Rejects when the system did not take it. */
  readonly setLoginStart: (wanted: boolean) => Promise<void>;
  /** Asked in a dialog of the system; false when the person did not say yes. */
  readonly confirm: (question: SettingQuestion) => Promise<boolean>;
}

export class SettingsDesk {
  readonly #deps: Deps;
  #last: Promise<unknown> = Promise.resolve();

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** One after the other, so that none undoes another. */
  change(change: SettingChange | ProgramChange): Promise<SettingReceipt> {
    const changing = this.#last.then(() => this.#change(change));
    this.#last = changing;
    return changing;
  }

  async #change(change: SettingChange | ProgramChange): Promise<SettingReceipt> {
    try {
      return await this.#attempt(change);
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      return { saved: false, why: `It could not be saved: ${why}` };
    }
  }

  async #attempt(change: SettingChange | ProgramChange): Promise<SettingReceipt> {
    const { core, file } = this.#deps;
    const { settings: before, broken } = await file.load();
    if (broken) core.state.addNotice(notices.brokenSettings(broken));
    const after = withChange(before, change);
    if ('why' in after) return { saved: false, why: after.why };
    const { name } = change;
    const [was, is] = [settingIn(before, name), settingIn(after, name)].map(inWords);
    if (was === is) return { saved: true };
    const why = await this.#whyNot(name, before, after);
    if (why !== null) return { saved: false, why };
    // What loosens the house is on record before it counts.
    if (!(await core.note('settings.changed', `${name}: ${was} → ${is}`, 'person')))
      return { saved: false, why: 'The ledger cannot be written, so nothing was changed.' };
    if (name === 'startAtLogin') await this.#deps.setLoginStart(after.startAtLogin);
    await file.save(after);
    core.state.setFacts({ settings: after });
    return { saved: true };
  }

  async #whyNot(
    name: SettingName | ProgramSetting,
    before: Settings,
    after: Settings,
  ): Promise<string | null> {
    if (name === 'listen' && after.listen !== null) {
      const unfit = await whyNoCertificate(after.listen);
      if (unfit !== null) return unfit;
    }
    const question = questionFor(name, before, after);
    if (question === null || (await this.#deps.confirm(question))) return null;
    return 'Nothing was changed: you did not say yes in the dialog.';
  }
}

const inWords = (value: unknown): string => JSON.stringify(value);
