// A model that knows nothing about Gatehouse. It finds tools by what their descriptions say, makes the
// mistakes that models make, and corrects them only by what the answers tell it.

/** @typedef {{ name: string, description: string }} ListedTool */
/** @typedef {{ tool: string, args: Record<string, unknown> }} Step */
/** @typedef {{ step: Step, said: string }} Turn */
/**
 * @typedef {object} Goal
 * @property {RegExp} lookFor in the description of a tool
 * @property {(said: string | null) => Record<string, unknown>} args the first try, then after reading an error
 */

const suggestion = /did you mean ([a-z]+[:-][a-z]+)/;
const pendingId = /request_id ([0-9a-f-]{36})/;

/** @param {string} folder @param {string} file @returns {Goal[]} */
export const fixGreeting = (folder, file) => [
  {
    lookFor: /^Ask the user for a session/,
    // It guesses how a scope may be called, and then takes what the answer suggests.
    args: (said) => ({
      scopes: [suggestion.exec(said ?? '')?.[1] ?? 'files:read'],
      roots: [folder],
      reason: 'To fix the greeting.',
    }),
  },
  { lookFor: /^Read a text file/, args: () => ({ path: file }) },
  {
    lookFor: /^Edit a document/,
    // It forgets what a version is for, and then does what the answer offers instead.
    args: (said) =>
      said?.includes('use old_text')
        ? { path: file, edits: [{ old_text: 'helo', new_text: 'hello' }], save: true }
        : { path: file, content: 'hello, world\n', save: true },
  },
  {
    lookFor: /^Run a program/,
    // It writes a line for a shell, and then one that needs none.
    args: (said) => ({
      command_line: said?.includes('without a shell')
        ? 'cat greeting.txt | head -1'
        : 'cat $PWD/greeting.txt',
      cwd: folder,
    }),
  },
];

/**
 * What it does next, by the tools it is offered and the turns so far; undefined when it is done.
 * @param {Goal[]} goals @param {ListedTool[]} tools @param {Turn[]} turns
 * @returns {Step | undefined}
 */
export function nextNaiveStep(goals, tools, turns) {
  const last = turns.at(-1);
  const handle = last && /\(pending\)/.test(last.said) ? pendingId.exec(last.said)?.[1] : undefined;
  if (handle) return stepOf(tools, /^Wait for a request/, { request_id: handle });
  const reached = turns.filter(({ said }) => !isError(said)).length;
  const goal = goals[reached];
  if (!goal) return undefined;
  const error = last && isError(last.said) ? last.said : null;
  return stepOf(tools, goal.lookFor, goal.args(error));
}

/** An error ends with its code in brackets. @param {string} said */
const isError = (said) => /\([a-z]+(?:-[a-z]+)*\)\s*$/.test(said);

/** @param {ListedTool[]} tools @param {RegExp} lookFor @param {Record<string, unknown>} args */
function stepOf(tools, lookFor, args) {
  const tool = tools.find(({ description }) => lookFor.test(description));
  return tool && { tool: tool.name, args };
}
