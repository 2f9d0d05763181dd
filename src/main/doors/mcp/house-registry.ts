/** What Gatehouse offers over MCP, and how an agent is told to use it. */
import { z } from 'zod';
import type { Disposable } from '../../../shared/base/disposable.ts';
import type { Core } from '../../core/offers.ts';
import type { AuditReader } from '../../platform/audit-index/audit-index.ts';
import { ListWatch } from './list-watch.ts';
import { parsedParams } from './params.ts';
import { promptAnswers } from './prompts.ts';
import { noSuch, type Registry } from './registry.ts';
import { resourceAnswers } from './resources.ts';
import type { Tools } from './tools.ts';

const instructions =
  'Gatehouse guards this machine. Call a tool and the person is asked for the least it needs, or ' +
  'call request_access first, with the fewest scopes and folders that do the job and a reason the ' +
  'person will understand; preview_access tells what a plan needs. If an answer is "pending", call ' +
  'await_access. A refusal says what to do next. Call end_session when you are done.';

const callParams = z.object({
  name: z.string().max(200),
  arguments: z.record(z.string(), z.unknown()).optional(),
});

interface Deps {
  readonly core: Core;
  readonly tools: Tools;
  readonly index: Pick<AuditReader, 'query'>;
  readonly version: string;
}

export function openHouseRegistry({ core, tools, index, version }: Deps): Registry & Disposable {
  const watch = new ListWatch(core, (clientId) =>
    tools
      .listFor(clientId)
      .map(({ name }) => name)
      .join(),
  );
  return {
    about: { name: 'gatehouse', title: 'Gatehouse', version },
    instructions,
    capabilities: { tools: { listChanged: true }, resources: {}, prompts: {} },
    answers: {
      ...resourceAnswers({ core, index }),
      ...promptAnswers,
      'tools/list': (_params, { agent }) => ({ tools: tools.listFor(agent.clientId) }),
      async 'tools/call'(params, exchange) {
        const { name, arguments: args } = parsedParams(callParams, params);
        const result = await tools.call(name, args, exchange);
        if (!result) throw noSuch('tool', name);
        return result;
      },
    },
    follow: (clientId, changed) => watch.follow(clientId, () => changed('tools')),
    dispose: () => watch.dispose(),
  };
}
