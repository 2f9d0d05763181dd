// Users and agents edit one document in the workbench and two editors, in any order, and connections
// break. All must end with the same text and authors, nothing that a user typed may be lost, and an undo
// must leave what others wrote.
import { editingRounds } from '../test/faults/lib/editing-rounds.ts';

const usual = 10_000;
const part = 500;

/** @param {{ count?: number, report: (result: string | object) => void }} tools */
export async function run({ count = usual, report }) {
  const began = performance.now();
  const first = Date.now() % 1_000_000;
  /** @type {Record<string, number>} */
  const seen = {};
  /** @type {string[]} */
  const wrong = [];
  for (let done = 0; done < count; done += part) {
    const { wrong: found, ...counts } = await editingRounds(
      Math.min(part, count - done),
      first + done,
    );
    for (const [name, value] of Object.entries(counts)) seen[name] = (seen[name] ?? 0) + value;
    wrong.push(...found);
    report(`  ${Math.min(done + part, count)} interleavings, ${wrong.length} wrong`);
  }
  report({
    name: 'replicas that differ, keystrokes lost, undos that took others’ text',
    ok: wrong.length === 0 && seen['rounds'] === count,
    ...seen,
    wrong: wrong.slice(0, 3),
    seconds: Math.round((performance.now() - began) / 1_000),
  });
}
