// What the dialects of the fake model have in common.
/** @typedef {import('node:http').ServerResponse} ServerResponse */
/** @typedef {{ tool: string, args: object }} Step tools are named by the end of their name */
/** @typedef {{ name: string, args: object, turn: number, [more: string]: unknown }} ToolCall */
/** @typedef {{ name: string, [more: string]: unknown }} OfferedTool */
/**
 * @typedef {object} Dialect
 * @property {(path: string) => boolean} speaks
 * @property {(body: any) => OfferedTool[]} offered the tools the client offers
 * @property {(body: any) => unknown[]} results what its tools have said so far
 * @property {(turn: { response: ServerResponse, body: any, path: string, call?: ToolCall,
 *   text: string }) => void} reply
 */

/** @param {ServerResponse} response @param {unknown} body */
export function replyJson(response, body, status = 200) {
  response.writeHead(status, { 'Content-Type': 'application/json' });
  response.end(JSON.stringify(body));
}

/** @param {ServerResponse} response @param {object[]} events @param {{ named?: boolean, end?: string }} [how] */
export function replyEvents(response, events, { named = false, end = '' } = {}) {
  response.writeHead(200, { 'Content-Type': 'text/event-stream' });
  for (const event of events) {
    if (named) response.write(`event: ${/** @type {{ type: string }} */ (event).type}\n`);
    response.write(`data: ${JSON.stringify(event)}\n\n`);
  }
  response.end(end);
}
