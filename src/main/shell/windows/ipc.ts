/** The only file that owns Electron's IPC: each message is checked for its sender, then for its shape. */
import { ipcMain, type BrowserWindow, type IpcMainInvokeEvent } from 'electron';
import type { z } from 'zod';
import { toDisposable, type Disposable } from '../../../shared/base/disposable.ts';
import { isOurs } from './window-security.ts';

type Schemas = Readonly<Record<string, z.ZodType>>;

export type IpcHandlers<Commands extends Schemas, Replies> = {
  [Name in keyof Commands & keyof Replies]: (
    payload: z.infer<Commands[Name]>,
  ) => Replies[Name] | Promise<Replies[Name]>;
};

export interface IpcDeps {
  /** The window these commands may come from; null while there is none. */
  readonly window: () => BrowserWindow | null;
  readonly onError: (text: string) => void;
}

export function handleCommands<Commands extends Schemas, Replies>(
  commands: Commands,
  handlers: IpcHandlers<Commands, Replies>,
  deps: IpcDeps,
): Disposable {
  const names = Object.keys(commands);
  for (const name of names) {
    const handler = handlers[name as keyof typeof handlers] as (payload: unknown) => unknown;
    const schema = commands[name] as z.ZodType;
    ipcMain.handle(name, (event, payload: unknown) => {
      if (!isFrom(event, deps.window())) return refuse(deps, `${name} from a stranger`);
      const parsed = schema.safeParse(payload);
      if (!parsed.success) return refuse(deps, `${name} with a payload that does not fit`);
      return handler(parsed.data);
    });
  }
  return toDisposable(() => names.forEach((name) => ipcMain.removeHandler(name)));
}

function isFrom(event: IpcMainInvokeEvent, window: BrowserWindow | null): boolean {
  if (!window || window.isDestroyed() || event.sender !== window.webContents) return false;
  const frame = event.senderFrame;
  return frame !== null && frame === window.webContents.mainFrame && isOurs(frame.url);
}

function refuse(deps: IpcDeps, what: string): never {
  deps.onError(`refused IPC: ${what}`);
  throw new Error('refused');
}
