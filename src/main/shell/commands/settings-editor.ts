/** Changes a setting: validated, recorded in the ledger, then saved and applied. */
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
  /** Rejects if the system refused it. */
  readonly setLoginStart: (wanted: boolean) => Promise<void>;
  /** Asks in a system dialog; false unless the user confirms. */
  readonly confirm: (question: SettingQuestion) => Promise<boolean>;
}

export class SettingsEditor {
  readonly #deps: Deps;
  #last: Promise<unknown> = Promise.resolve();

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** Other changes do not wait for the dialog. */
  async change(change: SettingChange | ProgramChange): Promise<SettingReceipt> {
    let agreed: SettingQuestion | null = null;
    for (;;) {
      const outcome = await this.#inTurn(() => this.#attempt(change, agreed));
      if ('saved' in outcome) return outcome;
      if (!(await this.#deps.confirm(outcome))) return notAgreed;
      agreed = outcome;
    }
  }

  /** Changes run one after another, so that none overwrites another. */
  #inTurn<T>(work: () => Promise<T>): Promise<T | SettingReceipt> {
    const working = this.#last.then(work).catch((error: unknown): SettingReceipt => {
      const why = error instanceof Error ? error.message : String(error);
      return { saved: false, why: shellText.couldNotSave(why) };
    });
    this.#last = working;
    return working;
  }

  /** Returns a question unless the user has confirmed exactly this change. */
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
    // A change that weakens protection is recorded before it applies.
    if (!(await core.note('settings.changed', `${name}: ${was} → ${is}`, 'person')))
      return { saved: false, why: shellText.ledgerNotWritable };
    if (name === 'startAtLogin') await this.#deps.setLoginStart(after.startAtLogin);
    await file.save(after);
    core.state.setFacts({ settings: after });
    return { saved: true };
  }
}

const notAgreed: SettingReceipt = {
  saved: false,
  why: shellText.notConfirmed,
};

const inWords = (value: unknown): string => JSON.stringify(value);
