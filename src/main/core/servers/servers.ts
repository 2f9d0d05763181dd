/** What other layers use for the MCP servers behind the gate; part of core's interface. */
export { fileArguments } from './file-arguments.ts';
export {
  serverActionName,
  serverMethodTools,
  type ServerCompletionArgs,
  type ServerPromptArgs,
  type ServerResourceArgs,
} from './server-methods.ts';
export { coversResource } from './forwarding.ts';
export type {
  ForwardedServer,
  ListedPrompt,
  ListedResource,
  ListedResourceTemplate,
  ServerForwarding,
} from './forwarding.ts';
export type { AskForServerInput, ServerInputAnswer, ServerInputRequest } from './server-input.ts';
