/** Sends commands about updates and reports their results to the user. */
import { appText } from '../app/app-text.ts';
import { bridge } from '../app/bridge.ts';
import { goToTitle, say } from '../app/store.ts';
import { checkedWords, updatesText } from './updates-text.ts';

export async function checkForUpdate(): Promise<void> {
  try {
    const receipt = await bridge.command('update:check');
    say(checkedWords(receipt));
    if (receipt.kind === 'found') goToTitle('inbox');
  } catch {
    say(appText.noResponse);
  }
}

export async function installUpdate(version: string): Promise<void> {
  try {
    const receipt = await bridge.command('update:install', { version });
    say(receipt.kind === 'restarting' ? updatesText.restarting : receipt.why);
  } catch {
    say(appText.noResponse);
  }
}

export async function postponeUpdate(version: string): Promise<void> {
  try {
    await bridge.command('update:later', { version });
  } catch {
    say(appText.noResponse);
  }
}
