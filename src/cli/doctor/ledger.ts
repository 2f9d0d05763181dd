import fs from 'node:fs';
import path from 'node:path';
import { dataDir } from '../app-client.ts';
import { verify } from '../verify.ts';
import { CliError } from '../cli-error.ts';
import { counted } from '../terminal/text.ts';
import { bad, good, warning, type DoctorFinding } from './finding.ts';

export function ledgerFindings(): readonly DoctorFinding[] {
  try {
    const { data, text, ok } = verify();
    if (!ok) {
      const advice =
        data.missing === null
          ? 'copy the folder before you do anything else; run gatehouse verify for details'
          : 'move the folder back, or restore it from a backup';
      return [bad('ledger', text.split('\n')[0] ?? '', advice)];
    }
    const found = `${counted(data.entries, 'line')}, ${counted(data.checkpoints.agreed, 'checkpoint')} agree`;
    return [
      good('ledger', found),
      ...data.warnings.map((message) =>
        warning('ledger', message, 'no action needed if you know why'),
      ),
    ];
  } catch (error) {
    if (!(error instanceof CliError)) throw error;
    if (!fs.existsSync(path.join(dataDir(), 'audit')))
      return [warning('ledger', 'none yet', 'created on first start')];
    return [bad('ledger', error.message, 'fix this, or move the folder away and keep it')];
  }
}
