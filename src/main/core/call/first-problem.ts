/** The first problem that a schema found with some arguments, as one sentence for the agent. */
interface Problem {
  readonly path: readonly PropertyKey[];
  readonly message: string;
}

export function firstProblem(problems: readonly Problem[]): string {
  const problem = problems[0];
  if (!problem) return '';
  const field = problem.path.map(String).join('.') || 'arguments';
  // The message may quote the arguments, which may be long.
  return `${field}: ${problem.message}`.slice(0, 300).concat('.');
}
