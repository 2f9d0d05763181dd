import { describe, expect, test } from 'vitest';
import { openAllHandlers } from '../../src/workbench/handlers.ts';
import { parsedLanguages } from '../../src/workbench/language/syntax-trees.ts';
import { put } from '../fakes/scratch.ts';
import { codeOf, doneBy, openHandlers } from './workbench-fixture.ts';

function analyzer() {
  const opened = openHandlers(openAllHandlers);
  const analyze = async (name: string, text: string, own: object = {}) => {
    const path = put(opened.folder, name, text);
    const args = { path, depth: 6, limit: 2_000, ...own };
    return opened.handlers.analyze_syntax?.(args, opened.task());
  };
  return { ...opened, analyze };
}

interface WireSyntaxNode {
  readonly type: string;
  readonly depth: number;
  readonly field?: string;
  readonly text?: string;
  readonly range: unknown;
}

describe('analyze_syntax', () => {
  test('the tree of a file in order of its text, with fields and UTF-16 places', async () => {
    const { analyze } = analyzer();
    const outcome = await analyze('a.ts', 'const ü = "💥";\nfunction go() {}\n', { depth: 4 });
    const { data } = doneBy('analyze_syntax', outcome);
    const nodes = data['nodes'] as WireSyntaxNode[];
    expect(nodes[0]).toMatchObject({ type: 'program', depth: 0 });
    expect(nodes.find((node) => node.type === 'identifier')).toMatchObject({
      field: 'name',
      text: 'ü',
    });
    expect(nodes.find((node) => node.type === 'string')?.range).toEqual({
      start: { line: 1, character: 10 },
      end: { line: 1, character: 14 },
    });
    expect(data).toMatchObject({ language: 'typescript', errors: [], truncated: false });
  });

  test('errors where they are, below the depth too', async () => {
    const { analyze } = analyzer();
    const outcome = await analyze('a.js', 'function a() {\n  if (x {\n  }\n}\n', { depth: 1 });
    const { data } = doneBy('analyze_syntax', outcome);
    expect((data['errors'] as object[]).length).toBeGreaterThan(0);
  });

  test('only what touches a range, and no more than wanted', async () => {
    const { analyze } = analyzer();
    const text = 'let a = 1;\nlet b = 2;\nlet c = 3;\n';
    const range = { start: { line: 2, character: 0 }, end: { line: 2, character: 3 } };
    const near = doneBy('analyze_syntax', await analyze('a.js', text, { range }));
    const names = (near.data['nodes'] as WireSyntaxNode[]).filter(
      (node) => node.type === 'lexical_declaration',
    );
    expect(names).toHaveLength(1);
    const few = doneBy('analyze_syntax', await analyze('a.js', text, { limit: 3 }));
    expect(few.data).toMatchObject({ truncated: true });
    expect(few.data['nodes']).toHaveLength(3);
  });

  test('a language without a grammar is reported, with the available ones', async () => {
    const { analyze } = analyzer();
    const outcome = await analyze('a.txt', 'hello');
    expect(codeOf(outcome)).toBe('no-language-support');
    expect(JSON.stringify(outcome)).toContain('python');
  });

  test.each([
    ['a.py', 'def f():\n  pass\n'],
    ['a.rs', 'fn main() {}\n'],
    ['a.go', 'package a\nfunc main() {}\n'],
    ['a.java', 'class A {}\n'],
    ['a.cpp', 'int main() { return 0; }\n'],
    ['a.cs', 'class A {}\n'],
    ['a.rb', 'def a; end\n'],
    ['a.php', '<?php function a() {}\n'],
    ['a.css', 'a { color: red }\n'],
    ['a.sh', 'echo hi\n'],
    ['a.tsx', 'const a = <b>x</b>;\n'],
  ])('%s parses without errors', async (name, text) => {
    const { analyze } = analyzer();
    const { data } = doneBy('analyze_syntax', await analyze(name, text));
    expect(data['errors']).toEqual([]);
    expect(parsedLanguages).toContain(data['language']);
  });
});
