/** Management routes for editors: list the paired and connected ones, and revoke a key. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { z } from 'zod';
import { PluginId } from '../../../shared/protocols/plugin-protocol.ts';
import { readAs } from '../../../shared/base/parse.ts';
import type { Core } from '../../core/core.ts';
import type { PluginKeys } from '../../platform/keys/plugin-keys.ts';
import { pathOf, type HttpRoute } from '../http/loopback-server.ts';
import { readJson, replyJson, replyRefused } from '../http/replies.ts';
import type { PluginHub } from './hub.ts';
import { isError } from '../../../shared/actions/outcomes.ts';

interface Deps {
  readonly core: Core;
  readonly pluginKeys: PluginKeys;
  readonly hub: Pick<PluginHub, 'disconnect'>;
  /** Revokes the key of the MCP client inside that editor, if it has one. */
  readonly takeClientKey: (pluginId: string) => Promise<unknown>;
}

const Which = z.strictObject({ plugin_id: PluginId });

export class PluginManagement implements HttpRoute<'management'> {
  readonly audience = 'management';
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  matches(method: string, path: string): boolean {
    return ['GET /plugins', 'POST /plugins/revoke'].includes(`${method} ${path}`);
  }

  async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (pathOf(request) === '/plugins') replyJson(response, 200, this.#list());
    else await this.#revoke(request, response);
  }

  #list() {
    const { core, pluginKeys } = this.#deps;
    const { editors } = core.state.snapshot();
    return {
      paired: pluginKeys.list().map(({ pluginId, ...rest }) => ({ plugin_id: pluginId, ...rest })),
      editors,
      choices: core.executors.choices(),
    };
  }

  async #revoke(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { core, pluginKeys, hub, takeClientKey } = this.#deps;
    const body = await readJson(request);
    if (isError(body)) return replyRefused(response, body);
    const which = readAs(Which, body.json);
    if (!which.success) return replyRefused(response, 'invalid-arguments');
    const { plugin_id: pluginId } = which.data;
    if (!(await pluginKeys.revoke(pluginId))) return replyRefused(response, 'unknown-client');
    hub.disconnect(pluginId);
    await takeClientKey(pluginId);
    await core.note('plugin.revoked', pluginId);
    replyJson(response, 200, { plugin_id: pluginId, revoked: true });
  }
}
