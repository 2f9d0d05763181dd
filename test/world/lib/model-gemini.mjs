// Google's generateContent. Questions beside the conversation ask for JSON of a schema of their own.
import { replyEvents, replyJson } from './model-words.mjs';

const aside = { reasoning: 'x', next_speaker: 'user', model_choice: 'flash', complexity_score: 1 };

/** @type {import('./model-words.mjs').Dialect} */
export const gemini = {
  speaks: (path) => /:(streamGenerateContent|generateContent|countTokens)$/.test(path),
  offered: ({ tools = [] }) =>
    tools.flatMap((/** @type {any} */ tool) => tool.functionDeclarations ?? []),
  results: ({ contents = [] }) =>
    contents
      .flatMap((/** @type {any} */ content) => content.parts ?? [])
      .filter((/** @type {any} */ part) => part.functionResponse)
      .map((/** @type {any} */ part) => part.functionResponse.response),
  reply({ response, body, path, call, text }) {
    if (path.endsWith(':countTokens')) return replyJson(response, { totalTokens: 1 });
    const { responseJsonSchema, responseSchema } = body.generationConfig ?? {};
    const said = (responseJsonSchema ?? responseSchema) ? JSON.stringify(aside) : text;
    const part = call
      ? { functionCall: { id: `fc${call.turn}`, name: call.name, args: call.args } }
      : { text: said };
    const content = { role: 'model', parts: [part] };
    const answer = {
      candidates: [{ index: 0, content, finishReason: 'STOP' }],
      usageMetadata: { promptTokenCount: 1, candidatesTokenCount: 1, totalTokenCount: 2 },
      modelVersion: 'fake',
    };
    if (path.endsWith(':streamGenerateContent')) return replyEvents(response, [answer]);
    return replyJson(response, answer);
  },
};
