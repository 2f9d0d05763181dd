/** Converts a page's answer to an outcome, keeping only what may be passed on. */
import { z } from 'zod';
import { done, failed, type Outcome } from '../../../shared/actions/outcomes.ts';
import { readAs } from '../../../shared/base/parse.ts';
import { plainLine } from './page-text.ts';

const Content = z.discriminatedUnion('type', [
  z.object({ type: z.literal('text'), text: z.string() }),
  z.object({ type: z.literal('image'), data: z.base64(), mimeType: z.string().max(100) }),
  z.object({ type: z.literal('audio'), data: z.base64(), mimeType: z.string().max(100) }),
]);

const Result = z.object({
  content: z.array(z.unknown()).max(1000).default([]),
  structuredContent: z.record(z.string(), z.unknown()).optional(),
  isError: z.boolean().default(false),
});

const maxErrorLength = 1000;

export function outcomeOf(result: unknown, resultBytes: number): Outcome {
  const parsed = readAs(Result, result);
  if (!parsed.success) return failed('page-failed', 'It returned an invalid result.');
  const { isError, structuredContent } = parsed.data;
  const content = parsed.data.content.map(readable);
  if (isError) return failed('page-failed', wordsOf(content));
  const data = { content, ...(structuredContent ? { structuredContent } : {}) };
  return JSON.stringify(data).length > resultBytes
    ? failed('page-failed', 'The result is too long.')
    : done(data);
}

/** Links and embedded resources of pages are not passed on. */
function readable(part: unknown): z.infer<typeof Content> {
  const parsed = readAs(Content, part);
  return parsed.success ? parsed.data : { type: 'text', text: '(something that is not passed on)' };
}

const wordsOf = (content: readonly z.infer<typeof Content>[]): string =>
  `It says: ${plainLine(
    content.map((part) => (part.type === 'text' ? part.text : part.type)).join(' '),
    maxErrorLength,
  )}`;
