/** The tools, resources, prompts and instructions that Gatehouse offers over MCP. */
import { z } from 'zod';
import { Disposables, type Disposable } from '../../../shared/base/disposable.ts';
import { isObject } from '../../../shared/base/is-object.ts';
import type { Core } from '../../core/core.ts';
import type { AuditReader } from '../../platform/ledger-index/ledger-index.ts';
import { logLevels } from './call-reports.ts';
import { ListWatch } from './list-changes.ts';
import { followAnswers, passOnUpdates } from './follow-answers.ts';
import { logAnswers } from './log-answers.ts';
import { promptAnswers } from './prompts.ts';
import { parsedParams, unknownItem } from './protocol-error.ts';
import type { McpRegistry, Params } from './registry.ts';
import { resourceAnswers } from './resources.ts';
import { followForwarded, forwardingAnswers, type ForwardingDeps } from './server-forwarding.ts';
import { withServerInstructions } from './server-instructions.ts';
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

const levelParams = z.object({ level: z.enum(logLevels) });

/** Sampling and roots are requests to a client; no server behind the gate gets to send them. */
const capabilities = {
  tools: { listChanged: true },
  resources: { listChanged: true, subscribe: true },
  prompts: { listChanged: true },
  completions: {},
  logging: {},
} as const;

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
  const watch = new ListWatch(core.executors, (clientId) =>
    JSON.stringify(tools.list({ outputSchemas: false, clientId })),
  );
  const forwarding: ForwardingDeps = {
    ...{ core, servers: core.serverLists },
    own: { ...resourceAnswers({ core, index }), ...promptAnswers },
    run: (action, args, exchange) => tools.callServer(action, args, exchange),
  };
  const answers: McpRegistry['answers'] = {
    ...forwardingAnswers(forwarding),
    ...followAnswers(forwarding),
    'logging/setLevel'(params, { agent }) {
      const { level } = parsedParams(levelParams, params);
      tools.setLogLevel(agent.clientId, level);
      return {};
    },
    'tools/list': (params, { agent: { clientId } }) =>
      tools.list({ outputSchemas: wantsOutputSchemas(params), clientId }),
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
    instructionsFor: (clientId) =>
      withServerInstructions(
        instructions,
        core.serverLists.servers().filter((server) => server.isVisibleTo(clientId)),
      ),
    capabilities,
    answers: debug ? logAnswers(answers, debug) : answers,
    follow(clientId, changed) {
      const following = new Disposables();
      following.add(watch.follow(clientId, () => changed('tools')));
      following.add(followForwarded({ core, servers: core.serverLists }, clientId, changed));
      return following;
    },
    passOnUpdates: (clientId, follows) => passOnUpdates(forwarding, clientId, follows),
    dispose: () => watch.dispose(),
  };
}
