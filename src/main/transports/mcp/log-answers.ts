/** Debug lines that say how each MCP request ended. They name no arguments: those may hold secrets. */
import { isObject } from '../../../shared/base/is-object.ts';
import { ProtocolError } from './protocol-error.ts';
import type { McpRegistry, MethodHandler, Params } from './registry.ts';

type RegistryAnswers = McpRegistry['answers'];

export function logAnswers(
  answers: RegistryAnswers,
  debug: (text: string) => void,
): RegistryAnswers {
  const logged = Object.entries(answers).map(([method, answer]) => {
    const withLine: MethodHandler = async (params, exchange) => {
      const request = `${method}${toolIn(params)} client=${exchange.agent.clientId}`;
      try {
        const result = await answer(params, exchange);
        debug(`${request} ${outcomeOf(result)}`);
        return result;
      } catch (error) {
        const code = error instanceof ProtocolError ? error.code : 'internal';
        debug(`${request} error code=${code}`);
        throw error;
      }
    };
    return [method, withLine] as const;
  });
  return Object.fromEntries(logged);
}

/** Only what can be the name of a tool: a client may send anything there. */
const toolIn = ({ name }: Params): string =>
  typeof name === 'string' && /^[\w.\-/]{1,64}$/.test(name) ? ` ${name}` : '';

function outcomeOf(result: object): string {
  if (!('isError' in result) || result.isError !== true) return 'ok';
  const content = 'structuredContent' in result ? result.structuredContent : undefined;
  if (!isObject(content)) return 'failed';
  return `${String(content['status'])} code=${String(content['code'])}`;
}
