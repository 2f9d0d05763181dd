import { expect, test } from 'vitest';
import { applyTextEdits } from '../../src/workbench/language/lsp-edits.ts';

const edit = (start: number, end: number, newText: string) => ({
  range: { start: { line: 0, character: start }, end: { line: 0, character: end } },
  newText,
});

test('what a server puts in at one place stays in its order', () => {
  expect(applyTextEdits('ab', [edit(1, 1, 'x'), edit(1, 1, 'y'), edit(1, 2, 'B')])).toBe('axyB');
});

test('edits that overlap fit no text', () => {
  expect(applyTextEdits('abcd', [edit(0, 3, 'x'), edit(2, 4, 'y')])).toBeNull();
});

test('a line with very many edits takes no longer than others', () => {
  const many = 200_000;
  const edits = Array.from({ length: many }, (_, at) => edit(at * 4, at * 4 + 1, '\n  '));
  expect(applyTextEdits('abcd'.repeat(many), edits)).toBe('\n  bcd'.repeat(many));
});
