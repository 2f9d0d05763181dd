/**
 * The user's roles, saved on disk. A change is recorded in the ledger first. Their rules count together
 * with the user's own.
 */
import { Emitter } from '../../../shared/base/emitter.ts';
import type { ClientId } from '../../../shared/base/ids.ts';
import {
  draftFields,
  isWider,
  mostRoles,
  RoleList,
  type Role,
  type RoleDraft,
  type RoleRule,
} from '../../../shared/access/roles.ts';
import type { RoleReceipt } from '../../../shared/ipc/roles.ts';
import { isError } from '../../../shared/actions/outcomes.ts';
import type { Rule } from '../../../shared/rules/rules.ts';
import type { Needs } from '../dependencies.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { makeRule } from './rule-maker.ts';
import type { RuleStore } from './rule-store.ts';

const storedAs = 'roles';
const maxToRestore = 20;

type RoleNeeds = Pick<
  Needs,
  'clock' | 'stateStore' | 'paths' | 'sha256' | 'home' | 'ownPaths' | 'newId'
>;

interface Deps extends RoleNeeds {
  readonly ledger: Pick<Ledger, 'record'>;
  readonly toolOf: (name: string) => object | undefined;
}

type RoleChange = 'added' | 'changed' | 'removed' | 'restored' | 'assigned' | 'unassigned';

/** `restrict`: refused if a client could do more afterwards. Only the window may widen. */
export type RoleEditMode = 'widen' | 'restrict';

const notOnRecord = 'It could not be written to the ledger, so nothing was changed.';
const notKnown = 'That role is no longer there.';
const onlyInWindow = 'That would let a client do more, which only the window can do: see Rules.';

export class RoleStore {
  readonly #deps: Deps;
  readonly #changed = new Emitter<void>();
  /** Removed since the app started, newest last. */
  readonly #removed = new Map<string, Role>();
  #roles: readonly Role[] = [];
  #rules: readonly Rule[] = [];
  #turn: Promise<unknown> = Promise.resolve();

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  readonly onChanged = this.#changed.on;

  /** Fails when they cannot be read: starting without their rules and limits would allow too much. */
  async load(): Promise<void> {
    const { stateStore } = this.#deps;
    this.#use((await stateStore.loadOrFail(storedAs, (kept) => RoleList.parse(kept))) ?? []);
  }

  list(): readonly Role[] {
    return this.#roles;
  }

  of(client: string): Role | null {
    return this.#roles.find(({ clients }) => clients.some((item) => item === client)) ?? null;
  }

  /** The rules of roles, each for the clients that have the role. The same array until a role changes. */
  rules(): readonly Rule[] {
    return this.#rules;
  }

  /** Adds a role, or changes the one with that id. */
  save(draft: RoleDraft, roleId: string | null): Promise<RoleReceipt> {
    return this.#inTurn(async () => {
      const before = roleId === null ? null : this.#find(roleId);
      return roleId !== null && !before ? no(notKnown) : this.#save(draft, before, 'widen');
    });
  }

  /** Roles with a known name are changed, the others are added; all of them or none. */
  import(drafts: readonly RoleDraft[], how: RoleEditMode): Promise<RoleReceipt> {
    return this.#inTurn(async () => {
      for (const draft of drafts) {
        const made = await this.#made(draft, this.#named(draft.name), how);
        if ('why' in made) return no(`${draft.name}: ${made.why}`);
      }
      const added = drafts.filter(({ name }) => !this.#named(name));
      if (this.#roles.length + added.length > mostRoles) return no(tooMany);
      for (const draft of drafts) {
        const receipt = await this.#save(draft, this.#named(draft.name), how);
        if (!receipt.done) return receipt;
      }
      return { done: true };
    });
  }

  remove(roleId: string): Promise<RoleReceipt> {
    return this.#inTurn(async () => {
      const role = this.#find(roleId);
      if (!role) return no(notKnown);
      if (!(await this.#record('removed', role))) return no(notOnRecord);
      this.#removed.set(roleId, role);
      for (const oldest of [...this.#removed.keys()].slice(0, -maxToRestore))
        this.#removed.delete(oldest);
      await this.#replace(this.#roles.filter((item) => item !== role));
      return { done: true };
    });
  }

  /** Undoes a removal made since the app started; clients that have another role by now keep that. */
  restore(roleId: string): Promise<RoleReceipt> {
    return this.#inTurn(async () => {
      const gone = this.#removed.get(roleId);
      if (!gone) return no(notKnown);
      if (this.#named(gone.name)) return no(nameTaken);
      const role = { ...gone, clients: gone.clients.filter((client) => !this.of(client)) };
      if (!(await this.#record('restored', role))) return no(notOnRecord);
      this.#removed.delete(roleId);
      await this.#replace([...this.#roles, role]);
      return { done: true };
    });
  }

  /** Replaces the client's role; null takes it away. */
  assign(client: ClientId, roleId: string | null, how: RoleEditMode): Promise<RoleReceipt> {
    return this.#inTurn(async () => {
      const before = this.of(client);
      const after = roleId === null ? null : this.#find(roleId);
      if (roleId !== null && !after) return no(notKnown);
      if (before === after) return { done: true };
      if (how === 'restrict' && isWider(before, after)) return no(onlyInWindow);
      const role = after ?? before;
      if (role && !(await this.#record(after ? 'assigned' : 'unassigned', role, client)))
        return no(notOnRecord);
      await this.#replace(
        this.#roles.map((item) => {
          const others = item.clients.filter((name) => name !== client);
          if (item === after) return { ...item, clients: [...others, client] };
          return item === before ? { ...item, clients: others } : item;
        }),
      );
      return { done: true };
    });
  }

  async #save(draft: RoleDraft, before: Role | null, how: RoleEditMode): Promise<RoleReceipt> {
    const made = await this.#made(draft, before, how);
    if ('why' in made) return no(made.why);
    const { clock, newId } = this.#deps;
    const kept = before ?? { roleId: newId(), clients: [] };
    const { roleId, clients } = kept;
    const role = { ...made.draft, roleId, clients, changedAt: clock.now() };
    if (!(await this.#record(before ? 'changed' : 'added', role))) return no(notOnRecord);
    await this.#replace(
      before
        ? this.#roles.map((known) => (known === before ? role : known))
        : [...this.#roles, role],
    );
    return { done: true };
  }

  /** The role as it would be saved: with real folders, which the paths of calls are compared with. */
  async #made(
    draft: RoleDraft,
    before: Role | null,
    how: RoleEditMode,
  ): Promise<{ readonly draft: RoleDraft } | { readonly why: string }> {
    const named = this.#named(draft.name);
    if (named && named !== before) return { why: nameTaken };
    if (!before && this.#roles.length >= mostRoles) return { why: tooMany };
    const folders: string[] = [];
    for (const folder of new Set(draft.folders)) {
      const root = await this.#deps.paths.pin(folder);
      if (isError(root)) return { why: `${folder}: ${root.message}` };
      folders.push(root.path);
    }
    const rules: RoleRule[] = [];
    for (const { effect, actions, within } of draft.rules) {
      const wanted = { effect, actions, within, client: null, seconds: null, fromEntry: null };
      const made = await makeRule(wanted, this.#deps);
      if (!made.made) return { why: made.why };
      rules.push({ effect, actions: made.rule.actions, within: made.rule.within });
    }
    const scopes = [...new Set(draft.scopes)];
    const checked = { ...draftFields(draft), name: draft.name.trim(), scopes, folders, rules };
    const isWidened = before !== null && before.clients.length > 0 && isWider(before, checked);
    return how === 'restrict' && isWidened ? { why: onlyInWindow } : { draft: checked };
  }

  #find(roleId: string): Role | null {
    return this.#roles.find((role) => role.roleId === roleId) ?? null;
  }

  #named(name: string): Role | null {
    const wanted = name.trim().toLowerCase();
    return this.#roles.find((role) => role.name.toLowerCase() === wanted) ?? null;
  }

  /** Changes run one after the other, so that the ledger shows them in the order they took effect. */
  #inTurn<T>(change: () => Promise<T>): Promise<T> {
    const turn = this.#turn.then(change);
    this.#turn = turn.catch(() => undefined);
    return turn;
  }

  #record(what: RoleChange, role: Role, client?: ClientId): Promise<boolean> {
    const { ledger, newId } = this.#deps;
    const args = client ? { client, role: role.name, roleId: role.roleId } : role;
    const facts = { action: `role.${what}`, args, detail: sentenceOf(what, role, client) };
    const entry = { phase: 'note', entry: newId(), actor: 'gatehouse' } as const;
    return ledger.record({ ...entry, ...facts, rule: role.roleId, decided_by: 'person' });
  }

  async #replace(roles: readonly Role[]): Promise<void> {
    this.#use(roles);
    this.#changed.emit();
    await this.#deps.stateStore.save(storedAs, roles);
  }

  #use(roles: readonly Role[]): void {
    this.#roles = roles;
    this.#rules = roles.flatMap(rulesOf);
  }
}

const nameTaken = 'There is a role of that name.';
const tooMany = `There can be ${mostRoles} roles. Remove some first.`;

const no = (why: string): RoleReceipt => ({ done: false, why });

function sentenceOf(what: RoleChange, { name, clients, isLimit }: Role, client?: ClientId): string {
  if (client) return what === 'assigned' ? `${client} is ${name}.` : `${client} is not ${name}.`;
  const who = clients.length === 0 ? 'nobody has it' : `of ${clients.join(', ')}`;
  return `Role ${name}, ${who}${isLimit ? ', who never get more than it' : ''}.`;
}

/** They have the role's id, since the role decides. */
const rulesOf = ({ roleId, name, clients, rules, changedAt }: Role): readonly Rule[] =>
  clients.flatMap((client) =>
    rules.map(({ effect, actions, within }) => ({
      ...{ ruleId: roleId, effect, client, actions, within, role: name },
      ...{ exactly: null, exactCall: null, exactSentence: null, fromEntry: null },
      ...{ createdAt: changedAt, until: null, lastUsedAt: null },
    })),
  );

interface RulesInForceDeps {
  readonly rules: Pick<RuleStore, 'list' | 'used'>;
  readonly roles: Pick<RoleStore, 'rules'>;
}

/** All rules that calls are judged by: the user's own, and those of the roles of clients. */
export class RulesInForce {
  readonly #deps: RulesInForceDeps;
  #own: readonly Rule[] = [];
  #ofRoles: readonly Rule[] = [];
  #all: readonly Rule[] = [];

  constructor(deps: RulesInForceDeps) {
    this.#deps = deps;
  }

  /** The same array until a rule or a role changes, so that a call can tell whether they did. */
  list(): readonly Rule[] {
    const own = this.#deps.rules.list();
    const ofRoles = this.#deps.roles.rules();
    if (own !== this.#own || ofRoles !== this.#ofRoles) {
      this.#own = own;
      this.#ofRoles = ofRoles;
      this.#all = ofRoles.length === 0 ? own : [...own, ...ofRoles];
    }
    return this.#all;
  }

  used(name: string): void {
    this.#deps.rules.used(name);
  }
}
