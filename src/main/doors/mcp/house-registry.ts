/** What Gatehouse offers over MCP, and how an agent is told to use it. */
import { z } from 'zod';
import type { Disposable } from '../../../shared/base/disposable.ts';
import type { Core } from '../../core/offers.ts';
import type { AuditReader } from '../../platform/audit-index/audit-index.ts';
import { isObject } from './json-rpc.ts';
import { ListWatch } from './list-watch.ts';
import { parsedParams } from './params.ts';
import { promptAnswers } from './prompts.ts';
import { noSuch, type Params, type Registry } from './registry.ts';
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

/** As nearly every call is, told without a schema; the schema says what is wrong with the others. */
const isPlainCall = (params: Params): params is Params & z.infer<typeof callParams> => {
  const { name, arguments: args } = params;
  return typeof name === 'string' && name.length <= 200 && (args === undefined || isObject(args));
};

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
      .tools.map(({ name }) => name)
      .join(),
  );
  return {
    about: { name: 'gatehouse', title: 'Gatehouse', version },
    instructions,
    capabilities: { tools: { listChanged: true }, resources: {}, prompts: {} },
    answers: {
      ...resourceAnswers({ core, index }),
      ...promptAnswers,
      'tools/list': (_params, { agent }) => tools.listFor(agent.clientId),
      'tools/call'(params, exchange) {
        const { name, arguments: args } = isPlainCall(params)
          ? params
          : parsedParams(callParams, params);
        const result = tools.call(name, args, exchange);
        if (!result) throw noSuch('tool', name);
        return result;
      },
    },
    follow: (clientId, changed) => watch.follow(clientId, () => changed('tools')),
    dispose: () => watch.dispose(),
  };
}
