/** Opens all handler sets of the workbench and closes them in reverse order. */
import { Disposables, type Disposable } from '../shared/base/disposable.ts';
import type { ToShared } from '../shared/editing/share-protocol.ts';
import type { WorkbenchContext } from './workbench-context.ts';
import { bufferHandlers } from './buffers/buffers-handlers.ts';
import { Documents } from './buffers/documents.ts';
import { Layout } from './buffers/layout.ts';
import { UnsavedTexts } from './buffers/unsaved-texts.ts';
import { withDerivedEvents } from './derived-events.ts';
import type { EditorContext } from './editor-context.ts';
import { fileHandlers } from './files/files-handlers.ts';
import { gitHandlers } from './git/git-handlers.ts';
import type { ActionHandlers, Planners, HandlerSet } from './action-handler.ts';
import { languageHandlers } from './language/language-handlers.ts';
import { projectHandlers } from './project/project-handlers.ts';
import { searchHandlers } from './search/search-handlers.ts';
import { syncHandlers } from './sync/sync-handlers.ts';
import { terminalHandlers } from './terminal/terminal-handlers.ts';

export interface AllHandlers extends Disposable {
  readonly handlers: ActionHandlers;
  readonly planners: Planners;
  connected(): void;
  endSession(sessionId: string): Promise<void>;
  /** A message of an editor about a document that it has open. */
  sharedBy(editor: string, path: string, message: ToShared): void;
  sharerLost(editor: string): void;
}

const openers: readonly ((editor: EditorContext) => HandlerSet)[] = [
  fileHandlers,
  bufferHandlers,
  languageHandlers,
  projectHandlers,
  searchHandlers,
  gitHandlers,
  syncHandlers,
  terminalHandlers,
];

export function openAllHandlers(base: WorkbenchContext): AllHandlers {
  const context = withDerivedEvents(base);
  const disposables = new Disposables();
  const documents = disposables.add(new Documents(context, new UnsavedTexts(context.stateFolder)));
  const editor: EditorContext = { ...context, documents, layout: new Layout() };
  const opened = openers.map((open) => disposables.add(open(editor)));
  const handlers: ActionHandlers = Object.fromEntries(
    opened.flatMap((handlerSet) => Object.entries(handlerSet.handlers)),
  );
  const planners: Planners = Object.fromEntries(
    opened.flatMap((handlerSet) => Object.entries(handlerSet.planners ?? {})),
  );
  return {
    handlers,
    planners,
    connected() {
      for (const handlerSet of opened) handlerSet.connected?.();
    },
    async endSession(sessionId) {
      for (const handlerSet of opened) await handlerSet.endSession?.(sessionId);
    },
    sharedBy(sharer, path, message) {
      documents.sharing.receive(sharer, path, message);
      documents.sharedChanged(path);
    },
    sharerLost: (sharer) => documents.sharing.lost(sharer),
    dispose: () => disposables.dispose(),
  };
}
