/** A question of main itself: a dialog of the system, which no page can draw or answer. */
import { dialog } from 'electron';
import type { SettingQuestion } from '../commands/setting-confirmations.ts';

/** Cancel comes first; Enter and Escape choose it. */
export async function confirmInBox({ message, detail, yes }: SettingQuestion): Promise<boolean> {
  const buttons = ['Cancel', yes];
  const cancel = { defaultId: 0, cancelId: 0, noLink: true } as const;
  const { response } = await dialog.showMessageBox({
    ...{ type: 'warning', title: 'Gatehouse', message, detail, buttons },
    ...cancel,
  });
  return response === 1;
}
