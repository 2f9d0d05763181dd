/** The names that a source file declares, and its `'name' in value` tests; knows nothing of words. */
import { parseSync } from 'vite';
import { isNode, visit, type Node, type SourceFile } from './source-files.ts';

const TYPES = ['TSInterfaceDeclaration', 'TSTypeAliasDeclaration', 'TSEnumDeclaration'];
const CLASSES = ['ClassDeclaration', 'ClassExpression'];
const FUNCTIONS = [
  'FunctionDeclaration',
  'FunctionExpression',
  'ArrowFunctionExpression',
  'TSFunctionType',
  'TSMethodSignature',
  'TSDeclareFunction',
  'TSEmptyBodyFunctionExpression',
];
const MEMBERS = [
  'PropertyDefinition',
  'MethodDefinition',
  'TSPropertySignature',
  'TSMethodSignature',
];

/** A name that is imported counts where it is declared, and not again where it is used. */
export function declaredNames(file: SourceFile): string[] {
  const names: string[] = [];
  eachNode(file, (node) => names.push(...namesDeclaredBy(node)));
  return names;
}

/** Interfaces, type aliases, enums and classes. */
export function declaredTypes(file: SourceFile): string[] {
  const names: string[] = [];
  eachNode(file, (node) => {
    if ([...TYPES, ...CLASSES].includes(String(node['type']))) names.push(...bound(node['id']));
  });
  return names;
}

/** The property names that are tested for by `'name' in value`. */
export function propertyTests(file: SourceFile): string[] {
  const names: string[] = [];
  eachNode(file, (node) => {
    if (node['type'] !== 'BinaryExpression' || node['operator'] !== 'in') return;
    const { left } = node;
    if (isNode(left) && typeof left['value'] === 'string') names.push(left['value']);
  });
  return names;
}

function eachNode(file: SourceFile, seen: (node: Node) => void): void {
  visit(parseSync(file.path, file.text).program, seen);
}

function namesDeclaredBy(node: Node): string[] {
  const type = String(node['type']);
  return [
    ...(type === 'VariableDeclarator' ? bound(node['id']) : []),
    ...(type === 'CatchClause' ? bound(node['param']) : []),
    ...([...TYPES, ...CLASSES].includes(type) ? bound(node['id']) : []),
    ...(FUNCTIONS.includes(type) ? [...bound(node['id']), ...boundByAll(node['params'])] : []),
    ...(MEMBERS.includes(type) && node['computed'] !== true ? bound(node['key']) : []),
  ];
}

const boundByAll = (patterns: unknown): string[] =>
  Array.isArray(patterns) ? patterns.flatMap((pattern) => bound(pattern)) : [];

/** The names that a pattern binds, however deep they stand in it. */
function bound(pattern: unknown): string[] {
  if (!isNode(pattern)) return [];
  switch (pattern['type']) {
    case 'Identifier':
    case 'PrivateIdentifier':
      return [String(pattern['name'])];
    case 'ObjectPattern':
      return boundByAll(pattern['properties']);
    case 'Property':
      return bound(pattern['value']);
    case 'ArrayPattern':
      return boundByAll(pattern['elements']);
    case 'AssignmentPattern':
      return bound(pattern['left']);
    case 'RestElement':
      return bound(pattern['argument']);
    case 'TSParameterProperty':
      return bound(pattern['parameter']);
    default:
      return [];
  }
}
