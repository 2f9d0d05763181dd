/** Oxlint rules made from config/rooms.mjs, and one that keeps them from being switched off inline. */
import { posix, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { forbiddenGlobalsOf, judgeImport, roomOf } from './walls.mjs';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const ESCAPE = /(?:oxlint|eslint)-(?:disable|enable)|@ts-(?:ignore|expect-error|nocheck)/;
/** An empty spot at the very start lies before every directive, so none can silence what is said there. */
const BEFORE_EVERYTHING = { start: { line: 1, column: 0 }, end: { line: 1, column: 0 } };

const walls = {
  create(context) {
    const from = pathInRepository(context);

    function check(node, source, typeOnly) {
      const specifier = literalText(source);
      const message =
        specifier === null
          ? 'import() of a computed path cannot be checked against the walls'
          : judgeImport({ from, specifier, typeOnly });
      if (message !== null) context.report({ node, message });
    }

    return {
      ImportDeclaration: (node) => check(node, node.source, node.importKind === 'type'),
      ExportAllDeclaration: (node) => check(node, node.source, node.exportKind === 'type'),
      ExportNamedDeclaration: (node) => {
        if (node.source) check(node, node.source, node.exportKind === 'type');
      },
      ImportExpression: (node) => check(node, node.source, false),
      TSImportType: (node) => check(node, node.source, true),
      TSExternalModuleReference: (node) => check(node, node.expression, false),
      CallExpression: (node) => {
        if (node.callee.type === 'Identifier' && node.callee.name === 'require') {
          check(node, node.arguments[0], false);
        }
      },
    };
  },
};

const globals = {
  create(context) {
    const file = pathInRepository(context);
    const forbidden = new Set(forbiddenGlobalsOf(file));
    if (forbidden.size === 0) return {};
    return {
      Program() {
        for (const identifier of globalsUsed(context.sourceCode.scopeManager.globalScope)) {
          if (!forbidden.has(identifier.name)) continue;
          const message = `${roomOf(file).path} may not use the global ${identifier.name} (config/rooms.mjs).`;
          context.report({ node: identifier, message });
        }
      },
    };
  },
};

const noEscapes = {
  create(context) {
    return {
      Program() {
        for (const comment of context.sourceCode.getAllComments()) {
          const escape = ESCAPE.exec(comment.value)?.[0];
          if (escape === undefined) continue;
          const message = `Line ${comment.loc.start.line} says ${escape}; an exemption is a named block in the config with its reason.`;
          context.report({ loc: BEFORE_EVERYTHING, message });
        }
      },
    };
  },
};

function pathInRepository(context) {
  return relative(ROOT, context.filename).split(sep).join(posix.sep);
}

/** Globals the linter's `env` knows are variables without a definition; the rest fell through. */
function globalsUsed({ through, variables }) {
  const known = variables.filter(({ defs }) => defs.length === 0);
  return [...through, ...known.flatMap(({ references }) => references)].map(
    ({ identifier }) => identifier,
  );
}

function literalText(source) {
  if (source?.type === 'Literal' && typeof source.value === 'string') return source.value;
  if (source?.type === 'TemplateLiteral' && source.expressions.length === 0) {
    return source.quasis[0].value.cooked;
  }
  return null;
}

export default {
  meta: { name: 'gatehouse' },
  rules: { walls, globals, 'no-escapes': noEscapes },
};
