/** The supported clients. */
import type { KnownClient } from '../../../../shared/integrations/clients.ts';
import { antigravity } from './antigravity.ts';
import { claudeCode } from './claude-code.ts';
import { claudeDesktop } from './claude-desktop.ts';
import type { ClientSpec } from './client-spec.ts';
import { cline } from './cline.ts';
import { codex } from './codex.ts';
import { continueDev } from './continue.ts';
import { copilot } from './copilot.ts';
import { cursor } from './cursor.ts';
import { gemini } from './gemini.ts';
import { goose } from './goose.ts';
import { opencode } from './opencode.ts';
import { voidEditor } from './void.ts';
import { vscode } from './vscode.ts';
import { windsurf } from './windsurf.ts';
import { zed } from './zed.ts';

export const catalogue: Readonly<Record<KnownClient, ClientSpec>> = {
  opencode,
  cursor,
  vscode,
  'claude-code': claudeCode,
  'claude-desktop': claudeDesktop,
  codex,
  gemini,
  antigravity,
  copilot,
  windsurf,
  zed,
  cline,
  continue: continueDev,
  goose,
  void: voidEditor,
};
