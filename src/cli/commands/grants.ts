/** Standing grants: lists and removes them. Only the ask window can make one. */
import { expectNone, oneArg, type CommandDefinition, type CommandOutput } from '../command.ts';
import { callApp } from '../app-client.ts';
import { CliError } from '../cli-error.ts';
import { table } from '../terminal/table.ts';
import { localTime } from '../terminal/text.ts';

interface ListedGrant {
  readonly grant_id: string;
  readonly client: string;
  readonly roots: readonly string[];
  readonly scopes: readonly string[];
  readonly until: string | null;
  readonly last_used: string | null;
  readonly suspended: string | null;
}

export const grants: CommandDefinition = {
  summary: 'list and remove standing grants',
  help: `  gatehouse grants list       list the agents that start without asking
  gatehouse grants remove ID  remove one; the id may be the start of one`,
  options: {},
  async run({ args: [verb, ...rest], paint }) {
    if (verb === 'remove')
      return removeGrant(oneArg(rest, 'id (gatehouse grants list shows them)'));
    if (verb !== 'list') throw new CliError('usage', 'Use grants list or grants remove.');
    expectNone(rest);
    const all = await listed();
    const rows = all.map((grant) => [
      ...[grant.grant_id.slice(0, 8), grant.client, grant.roots.join(' ')],
      grant.suspended === null ? grant.scopes.join(' ') : `suspended (${grant.suspended})`,
      grant.last_used === null ? 'never' : localTime(grant.last_used),
      grant.until === null ? 'removed' : localTime(grant.until),
    ]);
    const head = ['ID', 'CLIENT', 'FOLDERS', 'SCOPES', 'LAST USED', 'UNTIL'];
    const text = table(head, rows, { paint });
    return { data: all, text: rows.length > 0 ? text : 'No agent starts without asking.' };
  },
};

const listed = async (): Promise<readonly ListedGrant[]> =>
  (await callApp<{ grants: ListedGrant[] }>('GET', '/grants')).grants;

async function removeGrant(prefix: string): Promise<CommandOutput> {
  const matches = (await listed()).filter(({ grant_id }) => grant_id.startsWith(prefix));
  const [only] = matches;
  if (!only || matches.length > 1)
    throw new CliError('refused', `${matches.length} standing grants begin with ${prefix}.`);
  const { grant_id } = only;
  const data = await callApp('POST', '/grants/remove', { grant_id });
  return { data, text: `Removed. ${only.client} asks again in ${only.roots.join(' ')}.` };
}
