/** Carries out what was picked in the command palette. It can open an ask, and answers none. */
import { assertNever } from '../../shared/base/assert.ts';
import {
  pauseAllSessions,
  resumeAllSessions,
  reviewAsk,
  revokeSession,
  verifyLedger,
} from '../app/commands.ts';
import { unmute } from '../app/standing-commands.ts';
import { addServer, goToItem, goToTitle, openRuleForm, say } from '../app/store.ts';
import { activityText } from '../activity/activity-text.ts';
import { checkForUpdate } from '../updates/update-commands.ts';
import { emptyForm } from '../rules/rules-text.ts';
import type { PaletteCommand } from './palette-items.ts';

export interface OpenableDialogs {
  onHelp(): void;
  onRevokeAll(): void;
}

/** Whether the keyboard goes on somewhere else than where it was before. */
export const movesFocus = ({ kind }: PaletteCommand): boolean => kind === 'page' || kind === 'item';

export function runCommand(command: PaletteCommand, dialogs: OpenableDialogs): void {
  switch (command.kind) {
    case 'page':
      return goToTitle(command.page);
    case 'item':
      return goToItem(command.page, command.item, command.isAdvanced ?? false);
    case 'ask':
      return void reviewAsk(command.askId);
    case 'revoke':
      return void revokeSession(command.sessionId, command.name);
    case 'unmute':
      return void unmute(command.clientId);
    case 'pause-all':
      return void pauseAllSessions();
    case 'resume-all':
      return void resumeAllSessions();
    case 'revoke-all':
      return dialogs.onRevokeAll();
    case 'verify':
      return void verify();
    case 'new-rule':
      return openRuleForm({ form: emptyForm, note: null });
    case 'check-update':
      return void checkForUpdate();
    case 'add-server':
      return addServer();
    case 'help':
      return dialogs.onHelp();
    default:
      return assertNever(command);
  }
}

async function verify(): Promise<void> {
  say(activityText.verifying);
  say(await verifyLedger());
}
