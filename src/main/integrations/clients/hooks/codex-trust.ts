/**
 * Codex runs a hook only if it trusts it, which means that a hash of the hook is in its config
 * file. Only Codex knows how to compute the hash, so it is asked for it, in an empty folder,
 * before anything is written. Then the trust entry is part of the diff and of the undo. Afterwards
 * Codex is asked whether it trusts the hooks at their real place.
 */
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { SystemEnvironment } from '../../../../shared/app/data-dir.ts';
import type { HookTrust } from '../../../../shared/integrations/clients.ts';
import { isInside } from '../../../../shared/files/inside.ts';
import { catalogue } from '../catalogue/catalogue.ts';
import type { ClientProgram } from '../catalogue/client-spec.ts';
import {
  codexEventNames,
  codexGroups,
  codexHooksFile,
  type CodexEvent,
} from '../catalogue/hooks/codex.ts';
import type { NotTouched } from '../files/config-snapshot.ts';
import { findInstalled } from '../installed.ts';
import { listCodexHooks, type ListedHook } from './codex-app-server.ts';

interface Deps {
  readonly at: SystemEnvironment;
  readonly command: ClientProgram;
  readonly now: () => number;
  /** Folders that agents work in: no program is started from there. */
  readonly folders: () => readonly string[];
}

export type TrustHashes = Readonly<Partial<Record<CodexEvent, string>>>;

export class CodexTrust {
  readonly #deps: Deps;
  #last: HookTrust = { kind: 'unchecked' };
  #known: { readonly program: string; readonly hashes: TrustHashes } | null = null;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  last(): HookTrust {
    return this.#last;
  }

  async hashes(): Promise<TrustHashes | NotTouched> {
    const program = await this.#program();
    if (typeof program !== 'string') return program;
    if (this.#known?.program === program) return this.#known.hashes;
    const home = await fs.mkdtemp(path.join(os.tmpdir(), 'gatehouse-codex-'));
    try {
      const file = path.join(home, 'hooks.json');
      const hooks = Object.fromEntries(
        Object.entries(codexGroups(this.#deps.command)).map(([event, group]) => [event, [group]]),
      );
      await fs.writeFile(file, JSON.stringify({ hooks }), { mode: 0o600 });
      const listed = await listCodexHooks({ program, codexHome: home, cwd: home });
      if (typeof listed === 'string') return unanswered(listed);
      const hashes = Object.fromEntries(
        codexEventNames.flatMap((event) => {
          const hook = listed.find((item) => isEvent(item, event));
          return hook ? [[event, hook.currentHash]] : [];
        }),
      ) as TrustHashes;
      if (codexEventNames.some((event) => hashes[event] === undefined))
        return unanswered('This Codex does not know all the hooks that are needed.');
      this.#known = { program, hashes };
      return hashes;
    } finally {
      await fs.rm(home, { recursive: true, force: true, maxRetries: 3 });
    }
  }

  /** Asks Codex about the hooks at their real place. */
  async check(): Promise<HookTrust> {
    this.#last = await this.#checkNow();
    return this.#last;
  }

  async #checkNow(): Promise<HookTrust> {
    const { at, command, now } = this.#deps;
    const program = await this.#program();
    if (typeof program !== 'string') return { kind: 'unknown', at: now(), why: program.why };
    const file = codexHooksFile(at);
    const listed = await listCodexHooks({
      ...{ program, codexHome: path.dirname(file) },
      cwd: at.home,
    });
    if (typeof listed === 'string') return { kind: 'unknown', at: now(), why: listed };
    const groups = codexGroups(command);
    const failing = codexEventNames.find((event) => {
      const ours = listed.find(
        (hook) => isEvent(hook, event) && JSON.stringify(groups[event]).includes(quotedOf(hook)),
      );
      return ours?.trustStatus !== 'trusted' || ours.enabled === false;
    });
    return failing === undefined
      ? { kind: 'trusted', at: now() }
      : {
          kind: 'untrusted',
          at: now(),
          why: `Codex doesn’t run the ${failing} hook, because it doesn’t trust it.`,
        };
  }

  async #program(): Promise<string | NotTouched> {
    const found = await findInstalled(catalogue.codex, this.#deps.at);
    const real = found === null ? null : await fs.realpath(found).catch(() => null);
    const isProgram =
      real !== null &&
      (await fs.stat(real).then(
        (stat) => stat.isFile(),
        () => false,
      ));
    if (found === null || real === null || !isProgram)
      return unanswered('The program codex was not found.');
    const isAgents = this.#deps.folders().some((folder) => isInside(real, folder));
    return isAgents ? unanswered('codex lies in a folder where agents can write.') : found;
  }
}

const unanswered = (why: string): NotTouched => ({
  why,
  hint: 'Codex runs only hooks that it trusts, so nothing was changed.',
});

/** `preToolUse` in its answers, `PreToolUse` in its files. */
const isEvent = ({ eventName }: ListedHook, event: CodexEvent): boolean =>
  eventName.toLowerCase() === event.toLowerCase();

const quotedOf = ({ command }: ListedHook): string => JSON.stringify(command ?? null);
