import fs from 'node:fs';
import path from 'node:path';
import { dataDir } from '../house-client.ts';
import { verify } from '../verify.ts';
import { Problem } from '../problem.ts';
import { counted } from '../terminal/words.ts';
import { bad, good, warning, type Finding } from './finding.ts';

export function ledgerFindings(): readonly Finding[] {
  try {
    const { data, text, ok } = verify();
    if (!ok) {
      const advice =
        'keep a copy of the folder before you do anything else; gatehouse verify says more';
      return [bad('ledger', text.split('\n')[0] ?? '', advice)];
    }
    const found = `${counted(data.entries, 'line')}, ${counted(data.checkpoints.agreed, 'checkpoint')} agree`;
    return [
      good('ledger', found),
      ...data.warnings.map((said) => warning('ledger', said, 'no need to act if you know why')),
    ];
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    if (!fs.existsSync(path.join(dataDir(), 'audit')))
      return [warning('ledger', 'there is none yet', 'the first start makes it')];
    return [bad('ledger', error.message, 'mend that, or move the folder away and keep it')];
  }
}
