/** Language ids as editors use them, by file name. */
const byExtension: Readonly<Record<string, string>> = {
  c: 'c',
  cc: 'cpp',
  cpp: 'cpp',
  cs: 'csharp',
  css: 'css',
  go: 'go',
  h: 'c',
  html: 'html',
  java: 'java',
  js: 'javascript',
  json: 'json',
  jsx: 'javascriptreact',
  kt: 'kotlin',
  md: 'markdown',
  mjs: 'javascript',
  php: 'php',
  py: 'python',
  rb: 'ruby',
  rs: 'rust',
  sh: 'shellscript',
  sql: 'sql',
  swift: 'swift',
  toml: 'toml',
  ts: 'typescript',
  tsx: 'typescriptreact',
  xml: 'xml',
  yaml: 'yaml',
  yml: 'yaml',
};

const byName: Readonly<Record<string, string>> = { Dockerfile: 'dockerfile', Makefile: 'makefile' };

export function languageOf(file: string): string {
  const name = file.split(/[/\\]/).at(-1) ?? '';
  const extension = name.includes('.') ? (name.split('.').at(-1) ?? '').toLowerCase() : '';
  return lookUp(byName, name) ?? lookUp(byExtension, extension) ?? 'plaintext';
}

/** A file may be called anything, also what every object answers to. */
function lookUp(table: Readonly<Record<string, string>>, key: string): string | undefined {
  return Object.hasOwn(table, key) ? table[key] : undefined;
}
