// A linter as others write them, in a few lines: an extension that the person installs in mid-work.
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';

const packer = '@vscode/vsce';

export const linterNeeds = { [packer]: '3.9.2' };

const manifest = {
  name: 'a-linter',
  publisher: 'somebody',
  version: '1.0.0',
  engines: { vscode: '^1.94.0' },
  main: './main.js',
  activationEvents: ['onStartupFinished'],
};

const main = `
const vscode = require('vscode');
exports.activate = ({ subscriptions }) => {
  const found = vscode.languages.createDiagnosticCollection('a-linter');
  const look = (document) => {
    if (document.uri.scheme !== 'file') return;
    const at = document.getText().indexOf('halberd');
    const range = new vscode.Range(document.positionAt(at), document.positionAt(at + 7));
    const word = new vscode.Diagnostic(range, 'No halberds.', vscode.DiagnosticSeverity.Warning);
    word.source = 'a-linter';
    found.set(document.uri, at < 0 ? [] : [word]);
  };
  vscode.workspace.textDocuments.forEach(look);
  subscriptions.push(
    found,
    vscode.workspace.onDidOpenTextDocument(look),
    vscode.workspace.onDidChangeTextDocument(({ document }) => look(document)),
  );
};
`;

/** @param {import('./walk.mjs').World} ctx @returns {string} where the package lies */
export function packLinter(ctx) {
  const folder = path.join(ctx.home, 'a-linter');
  const target = path.join(ctx.home, 'a-linter.vsix');
  fs.mkdirSync(folder);
  fs.writeFileSync(path.join(folder, 'package.json'), JSON.stringify(manifest));
  fs.writeFileSync(path.join(folder, 'main.js'), main);
  fs.writeFileSync(path.join(folder, 'README.md'), '# A linter\n');
  const program = path.join(ctx.binDir(packer), '..', packer, 'vsce');
  const args = ['package', '--no-dependencies', '--allow-missing-repository', '--skip-license'];
  execFileSync(process.execPath, [program, ...args, '--out', target], {
    cwd: folder,
    stdio: 'pipe',
  });
  return target;
}
