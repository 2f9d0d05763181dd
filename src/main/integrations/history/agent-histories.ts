/**
 * Main's side of reading agents' histories: one read at a time, in a thread with a bounded heap
 * that is ended on a timeout or when the user cancels. Nothing is read unless the user asks for
 * it.
 */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Worker } from 'node:worker_threads';
import type { Disposable } from '../../../shared/base/disposable.ts';
import { ClientId } from '../../../shared/base/ids.ts';
import {
  historyDays,
  type AgentHistory,
  type FolderActivity,
  type HistoryClient,
  type HistoryProgress,
  type HistoryResult,
  type SuggestReceipt,
} from '../../../shared/integrations/agent-history.ts';
import { notGrantable, rootWarning, type Core } from '../../core/core.ts';
import { threadScript } from '../../platform/threads/bounded-thread.ts';
import { startThread } from '../../platform/threads/start-thread.ts';
import type { CountedFolder } from './folder-totals.ts';
import type { HistoryHome } from './history-files.ts';
import type { FromHistoryWorker } from './history-worker.ts';
import {
  usualBounds,
  type CountedHistory,
  type HistoryBounds,
  type ReadTask,
} from './read-history.ts';

interface Deps {
  readonly at: HistoryHome;
  readonly core: Pick<Core, 'suggested'>;
  readonly places: Parameters<typeof rootWarning>[1];
  readonly now: () => number;
  readonly bounds?: Partial<HistoryBounds>;
}

const dayMs = 24 * 60 * 60_000;
const heapMb = 512;
/** The thread watches the time itself; this limit is for a step that hangs. */
const graceMs = 15_000;

interface RunningRead {
  readonly result: Promise<HistoryResult>;
  readonly cancel: () => void;
}

export class AgentHistories implements Disposable {
  readonly #deps: Deps;
  #running: RunningRead | null = null;
  #progress: HistoryProgress | null = null;
  #last: AgentHistory | null = null;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** A second request shares the running read. */
  read(): Promise<HistoryResult> {
    this.#running ??= this.#start();
    return this.#running.result;
  }

  cancel(): void {
    this.#running?.cancel();
  }

  progress(): HistoryProgress | null {
    return this.#progress;
  }

  last(): AgentHistory | null {
    return this.#last && this.#withSuggestions(this.#last);
  }

  /** Only for a folder in the last result, with the scopes shown there. */
  async suggest(client: HistoryClient, folder: string, isOn: boolean): Promise<SuggestReceipt> {
    const found = this.#last?.clients
      .find((item) => item.client === client)
      ?.folders.find(({ path: name }) => name === folder);
    if (!found) return { done: false, why: 'Read the past activity again first.' };
    const { suggested } = this.#deps.core;
    // A client's hook uses the key with the client's own name.
    const key = ClientId.parse(client);
    if (isOn && found.whyNot !== null) return { done: false, why: found.whyNot };
    const { reads, edits, commands, scopes } = found;
    const basis = { reads, edits, commands, days: historyDays };
    const receipt = isOn
      ? await suggested.add({ client: key, folder, scopes, basis })
      : await suggested.remove(key, folder);
    const history = this.last();
    return receipt.done && history ? { done: true, history } : { done: false, why: whyOf(receipt) };
  }

  async dispose(): Promise<void> {
    this.cancel();
    await this.#running?.result;
  }

  #start(): RunningRead {
    const { promise: ended, resolve } = Promise.withResolvers<HistoryResult>();
    const scratch = fs.mkdtempSync(path.join(os.tmpdir(), 'gatehouse-history-'));
    const worker = this.#thread(scratch);
    this.#progress = { files: 0, bytes: 0 };
    const late = setTimeout(
      () => resolve({ kind: 'failed', why: 'Reading took too long.' }),
      this.#bounds().ms + graceMs,
    );
    worker.on('message', (message: FromHistoryWorker) => {
      if (message.kind === 'progress') this.#progress = message.progress;
      else if (message.kind === 'failed') resolve(message);
      else resolve({ kind: 'read', history: this.#historyOf(message.history) });
    });
    worker.on('error', ({ message }: Error) => resolve({ kind: 'failed', why: message }));
    worker.once('exit', () => resolve({ kind: 'failed', why: 'The reader ended.' }));
    const result = ended.then(async (outcome) => {
      clearTimeout(late);
      await worker.terminate();
      fs.rmSync(scratch, { recursive: true, force: true });
      this.#running = null;
      this.#progress = null;
      if (outcome.kind === 'read') this.#last = outcome.history;
      return outcome;
    });
    return { result, cancel: () => resolve({ kind: 'cancelled' }) };
  }

  #thread(scratch: string): Worker {
    const { at, now } = this.#deps;
    const task: ReadTask = {
      ...{ home: at.home, env: foldersIn(at.env), scratch, bounds: this.#bounds() },
      since: now() - historyDays * dayMs,
    };
    return startThread(threadScript(import.meta.url, 'history-worker'), {
      name: 'agent histories',
      workerData: task,
      resourceLimits: { maxOldGenerationSizeMb: heapMb },
    });
  }

  #bounds(): HistoryBounds {
    return { ...usualBounds, ...this.#deps.bounds };
  }

  #historyOf({ clients, isComplete }: CountedHistory): AgentHistory {
    return {
      readAt: this.#deps.now(),
      isComplete,
      clients: clients.map((client) => ({
        ...client,
        folders: client.folders.map((folder) => this.#folderOf(client.client, folder)),
      })),
    };
  }

  #folderOf(client: HistoryClient, folder: CountedFolder): FolderActivity {
    const isSuggested = this.#deps.core.suggested.has(client, folder.path);
    return { ...folder, whyNot: this.#whyNot(folder), isSuggested };
  }

  #whyNot({ path: folder, scopes }: CountedFolder): string | null {
    const { places } = this.#deps;
    if (!isFolder(folder)) return 'The folder no longer exists.';
    const refusal = notGrantable(folder, places);
    if (refusal) return refusal.message;
    if (rootWarning(folder, places) !== null)
      return 'The folder is too wide or too sensitive for a suggestion.';
    return scopes.length === 0 ? 'Nothing it did there needs access to the folder.' : null;
  }

  #withSuggestions(history: AgentHistory): AgentHistory {
    const { suggested } = this.#deps.core;
    const clients = history.clients.map((client) => ({
      ...client,
      folders: client.folders.map((folder) => ({
        ...folder,
        isSuggested: suggested.has(client.client, folder.path),
      })),
    }));
    return { ...history, clients };
  }
}

const whyOf = (receipt: { readonly done: boolean; readonly why?: string }): string =>
  receipt.why ?? 'Read the past activity again first.';

/**
 * Only the variables that locate the agents' folders; nothing else of the environment goes to the
 * thread.
 */
const foldersIn = (env: HistoryHome['env']): HistoryHome['env'] =>
  Object.fromEntries(
    ['CLAUDE_CONFIG_DIR', 'CODEX_HOME', 'COPILOT_HOME', 'XDG_DATA_HOME'].flatMap((name) => {
      const value = env[name];
      return value === undefined ? [] : [[name, value]];
    }),
  );

function isFolder(name: string): boolean {
  try {
    return fs.statSync(name).isDirectory();
  } catch {
    return false;
  }
}
