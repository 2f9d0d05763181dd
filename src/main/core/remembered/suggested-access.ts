/**
 * What the user wants to be offered the next time a client asks for a folder, made from the client's own
 * history. It grants nothing: the ask shows it, and the user answers there.
 */
import { z } from 'zod';
import { savedScopes } from '../../../shared/access/access.ts';
import {
  HistoryBasis,
  type LastTime,
  type StandingOffer,
} from '../../../shared/access/remembered.ts';
import { isError } from '../../../shared/actions/outcomes.ts';
import { ClientId } from '../../../shared/base/ids.ts';
import type { StandingReceipt } from '../../../shared/ipc/standing.ts';
import type { Scope } from '../../../shared/access/scopes.ts';
import type { Needs } from '../dependencies.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { notGrantable } from '../roots/grantable.ts';
import { foldersOf, isSameFolders, RememberedFolder } from './asker-identity.ts';
import type { Requested } from './last-time.ts';
import { loadMarked, saveMarked } from './marked-state.ts';

const storedAs = 'suggested-access';
const maxKept = 100;

const Suggestion = z.strictObject({
  client: ClientId,
  folder: RememberedFolder,
  scopes: savedScopes.refine((scopes) => scopes.length > 0),
  basis: HistoryBasis,
  at: z.int(),
});
type Suggestion = z.infer<typeof Suggestion>;

export interface NewSuggestion {
  readonly client: ClientId;
  readonly folder: string;
  readonly scopes: readonly Scope[];
  readonly basis: HistoryBasis;
}

interface Deps {
  readonly needs: Pick<
    Needs,
    'clock' | 'stateStore' | 'mac' | 'newId' | 'paths' | 'home' | 'ownPaths'
  >;
  readonly ledger: Pick<Ledger, 'record'>;
}

export class SuggestedAccess {
  readonly #deps: Deps;
  #suggestions: readonly Suggestion[] = [];

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  async load(): Promise<void> {
    const stored = z.array(Suggestion).max(maxKept);
    this.#suggestions = (await loadMarked(storedAs, stored, this.#deps.needs)) ?? [];
  }

  has(client: string, folder: string): boolean {
    return this.#suggestions.some(
      (suggestion) => suggestion.client === client && suggestion.folder.path === folder,
    );
  }

  /** Replaces an earlier one of the same client for the same folder. */
  async add({ client, folder, scopes, basis }: NewSuggestion): Promise<StandingReceipt> {
    const { needs } = this.#deps;
    const root = await needs.paths.pin(folder);
    const refusal = isError(root) ? root : notGrantable(root.path, needs);
    if (isError(root) || refusal) return { done: false, why: refusal?.message ?? notFound };
    if (root.path !== folder) return { done: false, why: notFound };
    const [pinned] = foldersOf([root], needs);
    if (!pinned || scopes.length === 0) return { done: false, why: notFound };
    if (!(await this.#record('suggested', client, folder, scopes)))
      return { done: false, why: notOnRecord };
    const suggestion = { client, folder: pinned, scopes, basis, at: needs.clock.now() };
    this.#save([...this.#others(client, folder), suggestion].slice(-maxKept));
    return { done: true };
  }

  async remove(client: ClientId, folder: string): Promise<StandingReceipt> {
    if (!this.has(client, folder)) return { done: true };
    if (!(await this.#record('withdrawn', client, folder, [])))
      return { done: false, why: notOnRecord };
    this.#save(this.#others(client, folder));
    return { done: true };
  }

  /** Null unless it is about exactly this folder, and still the same one. */
  find(client: ClientId, folders: readonly RememberedFolder[]): Suggestion | null {
    const isIt = (item: Suggestion): boolean =>
      item.client === client && isSameFolders([item.folder], folders);
    return this.#suggestions.find(isIt) ?? null;
  }

  /** The user answered for the folder, so the answer replaces the suggestion. */
  answered(client: ClientId, folders: readonly RememberedFolder[]): void {
    const about = folders.map(({ path }) => path);
    this.#keep((item) => item.client !== client || !about.includes(item.folder.path));
  }

  /** The client was removed. */
  forget(client: ClientId): void {
    this.#keep((item) => item.client !== client);
  }

  #keep(isKept: (item: Suggestion) => boolean): void {
    const rest = this.#suggestions.filter(isKept);
    if (rest.length < this.#suggestions.length) this.#save(rest);
  }

  #others(client: ClientId, folder: string): readonly Suggestion[] {
    return this.#suggestions.filter(
      (suggestion) => suggestion.client !== client || suggestion.folder.path !== folder,
    );
  }

  #record(
    what: 'suggested' | 'withdrawn',
    client: ClientId,
    folder: string,
    scopes: readonly Scope[],
  ): Promise<boolean> {
    const { ledger, needs } = this.#deps;
    const detail =
      what === 'suggested'
        ? `The next request of ${client} for ${folder} offers what its history shows.`
        : `The next request of ${client} for ${folder} is asked about as usual.`;
    const entry = { phase: 'note', entry: needs.newId(), actor: 'gatehouse' } as const;
    const facts = { action: `history.${what}`, args: { client, folder, scopes }, detail };
    return ledger.record({ ...entry, ...facts, decided_by: 'person' });
  }

  #save(suggestions: readonly Suggestion[]): void {
    this.#suggestions = suggestions;
    void saveMarked(storedAs, suggestions, this.#deps.needs);
  }
}

const notFound = 'The folder is no longer there, or is another one now.';
const notOnRecord = 'It could not be written to the ledger, so nothing was changed.';

/** What the ask offers; never more than was requested. Null when nothing of it was used before. Pure. */
export function offerOf(
  { scopes: used, basis, at }: Suggestion,
  { scopes, seconds }: Requested,
  standing: StandingOffer,
): LastTime | null {
  const offered = scopes.filter((scope) => used.includes(scope));
  if (offered.length === 0) return null;
  const leftOut = scopes.filter((scope) => !used.includes(scope));
  return { scopes: offered, seconds, grantedAt: at, unused: [], leftOut, standing, history: basis };
}
