/** The person changes a setting: checked, written into the ledger, then saved and in force. */
import {
  settingIn,
  withChange,
  type ProgramChange,
  type SettingChange,
  type SettingReceipt,
} from '../../../shared/app/setting-change.ts';
import { notices } from '../../../shared/app/notices.ts';
import type { Core } from '../../core/core.ts';
import { whyNoCertificate } from '../../platform/keys/certificate-check.ts';
import { hasProblems, type SettingsFile } from '../../platform/files/settings-file.ts';
import { questionFor, type SettingQuestion } from './setting-confirmations.ts';
import { shellText } from '../shell-text.ts';

interface Deps {
  readonly core: Pick<Core, 'note' | 'state'>;
  readonly file: SettingsFile;
  /** Rejects when the system did not take it. */
  readonly setLoginStart: (wanted: boolean) => Promise<void>;
  /** Asked in a dialog of the system; false when the person did not say yes. */
  readonly confirm: (question: SettingQuestion) => Promise<boolean>;
}

export class SettingsEditor {
  readonly #deps: Deps;
  #last: Promise<unknown> = Promise.resolve();

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** The person may take their time in the dialog: nothing else waits for it. */
  async change(change: SettingChange | ProgramChange): Promise<SettingReceipt> {
    let agreed: SettingQuestion | null = null;
    for (;;) {
      const outcome = await this.#inTurn(() => this.#attempt(change, agreed));
      if ('saved' in outcome) return outcome;
      if (!(await this.#deps.confirm(outcome))) return notAgreed;
      agreed = outcome;
    }
  }

  /** One after the other, so that none undoes another. */
  #inTurn<T>(work: () => Promise<T>): Promise<T | SettingReceipt> {
    const working = this.#last.then(work).catch((error: unknown): SettingReceipt => {
      const why = error instanceof Error ? error.message : String(error);
      return { saved: false, why: shellText.couldNotSave(why) };
    });
    this.#last = working;
    return working;
  }

  /** A question when the person has not said yes to just this. */
  async #attempt(
    change: SettingChange | ProgramChange,
    agreed: SettingQuestion | null,
  ): Promise<SettingReceipt | SettingQuestion> {
    const { core, file } = this.#deps;
    const read = await file.load();
    const { settings: before } = read;
    if (hasProblems(read)) core.state.addNotice(notices.brokenSettings(read));
    const after = withChange(before, change);
    if ('why' in after) return { saved: false, why: after.why };
    const { name } = change;
    const [was, is] = [settingIn(before, name), settingIn(after, name)].map(inWords);
    if (was === is) return { saved: true };
    const unfit = name === 'listen' && after.listen && (await whyNoCertificate(after.listen));
    if (unfit) return { saved: false, why: unfit };
    const question = questionFor(name, before, after);
    if (question && inWords(question) !== inWords(agreed)) return question;
    // What loosens the house is on record before it counts.
    if (!(await core.note('settings.changed', `${name}: ${was} → ${is}`, 'person')))
      return { saved: false, why: shellText.gatehouseCannotWriteToTheLedger };
    if (name === 'startAtLogin') await this.#deps.setLoginStart(after.startAtLogin);
    await file.save(after);
    core.state.setFacts({ settings: after });
    return { saved: true };
  }
}

const notAgreed: SettingReceipt = {
  saved: false,
  why: shellText.nothingWasChangedYouDidNot,
};

const inWords = (value: unknown): string => JSON.stringify(value);
