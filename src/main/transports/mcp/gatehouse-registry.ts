/** The tools, resources, prompts and instructions that Gatehouse offers over MCP. */
import { z } from 'zod';
import type { Disposable } from '../../../shared/base/disposable.ts';
import { isObject } from '../../../shared/base/is-object.ts';
import type { Core } from '../../core/core.ts';
import type { AuditReader } from '../../platform/ledger-index/ledger-index.ts';
import { ListWatch } from './list-changes.ts';
import { logAnswers } from './log-answers.ts';
import { promptAnswers } from './prompts.ts';
import { parsedParams, unknownItem } from './protocol-error.ts';
import type { McpRegistry, Params } from './registry.ts';
import { resourceAnswers } from './resources.ts';
import type { McpTools } from './tools.ts';

const instructions =
  'Gatehouse controls access to this machine. Call a tool and the user is asked for the least it needs, or ' +
  'call request_access first, with the scopes and folders you need (each tool names its scope) and a reason the ' +
  'user will understand; preview_access shows what a plan needs. If a result is "pending", call ' +
  'await_access. A refusal says what to do next. Call end_session when you are done.';

const callParams = z.object({
  name: z.string().max(200),
  arguments: z.record(z.string(), z.unknown()).optional(),
});

/** Recognises the common call without a schema; the schema is used only to describe errors. */
const isPlainCall = (params: Params): params is Params & z.infer<typeof callParams> => {
  const { name, arguments: args } = params;
  return typeof name === 'string' && name.length <= 200 && (args === undefined || isObject(args));
};

/** A client that wants output schemas says so in `_meta` of tools/list. */
const outputSchemasKey = 'gatehouse/outputSchemas';

const wantsOutputSchemas = ({ _meta: meta }: Params): boolean =>
  isObject(meta) && meta[outputSchemasKey] === true;

interface Deps {
  readonly core: Core;
  readonly tools: McpTools;
  readonly index: Pick<AuditReader, 'query'>;
  readonly version: string;
  /** Left out unless debug lines are wanted, so that calls cost nothing extra. */
  readonly debug?: (text: string) => void;
}

export function openGatehouseRegistry({
  core,
  tools,
  index,
  version,
  debug,
}: Deps): McpRegistry & Disposable {
  const watch = new ListWatch(core.executors, () =>
    JSON.stringify(tools.list({ outputSchemas: false })),
  );
  const answers: McpRegistry['answers'] = {
    ...resourceAnswers({ core, index }),
    ...promptAnswers,
    'tools/list': (params) => tools.list({ outputSchemas: wantsOutputSchemas(params) }),
    'tools/call'(params, exchange) {
      const { name, arguments: args } = isPlainCall(params)
        ? params
        : parsedParams(callParams, params);
      const result = tools.call(name, args, exchange);
      if (!result) throw unknownItem('tool', name);
      return result;
    },
  };
  return {
    about: { name: 'gatehouse', title: 'Gatehouse', version },
    instructions,
    capabilities: { tools: { listChanged: true }, resources: {}, prompts: {} },
    answers: debug ? logAnswers(answers, debug) : answers,
    follow: (_clientId, changed) => watch.follow(() => changed('tools')),
    dispose: () => watch.dispose(),
  };
}
