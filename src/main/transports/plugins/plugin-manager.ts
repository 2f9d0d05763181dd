/**
 * Executes manage_plugins for Gatehouse's own plugins: lists them, turns them off and on. Pairing
 * needs the user at the window, so nothing can be installed this way.
 */
import type { ActionArgs } from '../../../shared/actions/actions.ts';
import { done, refused, type Outcome, type Refused } from '../../../shared/actions/outcomes.ts';
import type { Plan } from '../../../shared/actions/plan.ts';
import type { Executor, ResolvedCall } from '../../core/core.ts';
import type { PluginKeys } from '../../platform/keys/plugin-keys.ts';
import type { PluginHub } from './hub.ts';

interface Deps {
  readonly pluginKeys: PluginKeys;
  readonly hub: Pick<PluginHub, 'disconnect' | 'versionOf'>;
  /** Revokes the key of the MCP client inside that editor, if it has one. */
  readonly takeClientKey: (pluginId: string) => Promise<unknown>;
}

export class PluginManager implements Executor {
  readonly name = 'Gatehouse';
  readonly actions: ReadonlySet<string> = new Set(['manage_plugins']);
  readonly previews = this.actions;
  readonly inApp = true;
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** What cannot be done is refused before the user is asked about it. */
  async preview({ args }: ResolvedCall): Promise<Plan | Refused> {
    const { op, plugin = '' } = args as ActionArgs<'manage_plugins'>;
    if (op === 'install')
      return refused(
        'not-offered',
        'Plugins are installed in their editor and paired by the user.',
      );
    const isKnown = this.#deps.pluginKeys.list().some(({ pluginId }) => pluginId === plugin);
    return op === 'list' || isKnown ? { truncated: false } : refused('unknown-plugin');
  }

  async run({ args }: ResolvedCall): Promise<Outcome> {
    const { op, plugin = '' } = args as ActionArgs<'manage_plugins'>;
    const refusal = op === 'list' ? null : await this.#change(op, plugin);
    return refusal ?? done({ plugins: this.#list(), truncated: false });
  }

  async #change(
    op: Exclude<ActionArgs<'manage_plugins'>['op'], 'list'>,
    plugin: string,
  ): Promise<Outcome | null> {
    const { pluginKeys, hub, takeClientKey } = this.#deps;
    if (op === 'install') return refused('not-offered');
    const isKnown =
      op === 'uninstall'
        ? await pluginKeys.revoke(plugin)
        : await pluginKeys.setEnabled(plugin, op === 'enable');
    if (!isKnown) return refused('unknown-plugin');
    if (op === 'enable') return null;
    hub.disconnect(plugin);
    await takeClientKey(plugin);
    return null;
  }

  #list() {
    const { pluginKeys, hub } = this.#deps;
    return pluginKeys.list().map(({ pluginId, name, enabled }) => ({
      id: pluginId,
      name,
      version: hub.versionOf(pluginId) ?? '',
      enabled,
    }));
  }
}
