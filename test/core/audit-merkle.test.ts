import { describe, expect, test } from 'vitest';
import { emptyTree, grow, rootOf } from '../../src/shared/ledger/merkle.ts';
import { sha256 } from './core-fixture.ts';

/** RFC 6962 section 2.1, word for word. */
function rootBySpecification(leaves: readonly string[]): string {
  const [only] = leaves;
  if (only === undefined) return sha256('');
  if (leaves.length === 1) return only;
  let split = 1;
  while (split * 2 < leaves.length) split *= 2;
  const left = rootBySpecification(leaves.slice(0, split));
  return sha256(`\u0001${left}${rootBySpecification(leaves.slice(split))}`);
}

const leavesOf = (count: number): readonly string[] =>
  Array.from({ length: count }, (_, at) => sha256(`leaf ${at}`));

describe('the root of a segment', () => {
  test('is that of RFC 6962 for every number of lines', () => {
    for (let count = 0; count <= 130; count += 1) {
      const leaves = leavesOf(count);
      expect(rootOf(grow(emptyTree, leaves, sha256), sha256), `${count} leaves`).toBe(
        rootBySpecification(leaves),
      );
    }
  });

  test('does not depend on how many lines came at once', () => {
    const leaves = leavesOf(77);
    const oneByOne = leaves.reduce((tree, leaf) => grow(tree, [leaf], sha256), emptyTree);
    expect(oneByOne).toEqual(grow(emptyTree, leaves, sha256));
    expect(emptyTree).toEqual({ size: 0, peaks: [] });
  });

  test('changes with every leaf', () => {
    const roots = leavesOf(9).map((_, at) =>
      rootOf(grow(emptyTree, leavesOf(9).with(at, sha256('other')), sha256), sha256),
    );
    expect(new Set(roots).size).toBe(9);
  });
});
