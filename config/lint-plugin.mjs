/** Oxlint rules made from config/layers.mjs and config/words.mjs, and one that keeps them from being switched off inline. */
import { posix, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { forbiddenGlobalsOf, judgeImport, layerOf } from './import-rules.mjs';
import { judgeName, NOT_TESTED_WITH_IN } from './words.mjs';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const ESCAPE = /(?:oxlint|eslint)-(?:disable|enable)|@ts-(?:ignore|expect-error|nocheck)/;
/** An empty spot at the very start lies before every directive, so none can silence what is said there. */
const BEFORE_EVERYTHING = { start: { line: 1, column: 0 }, end: { line: 1, column: 0 } };

const importRules = {
  create(context) {
    const from = pathInRepository(context);

    function check(node, source, typeOnly) {
      const specifier = literalText(source);
      const message =
        specifier === null
          ? 'import() of a computed path cannot be checked against the import rules'
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
          const message = `${layerOf(file).path} may not use the global ${identifier.name} (config/layers.mjs).`;
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

/** Judges names where they are declared; a use of an imported name is not judged again. */
const words = {
  create(context) {
    const check = (node) => {
      if (node?.type === 'ObjectPattern') return node.properties.forEach((part) => checkPart(part));
      if (node?.type === 'ArrayPattern') return node.elements.forEach((part) => check(part));
      if (node?.type === 'AssignmentPattern') return check(node.left);
      if (node?.type === 'RestElement') return check(node.argument);
      if (node?.type !== 'Identifier' && node?.type !== 'PrivateIdentifier') return undefined;
      const message = judgeName(node.name);
      if (message !== null) context.report({ node, message });
      return undefined;
    };
    const checkPart = (part) => check(part.type === 'Property' ? part.value : part);
    const checkKey = (node) => {
      if (!node.computed) check(node.key);
    };
    const checkFunction = (node) => {
      check(node.id);
      node.params.forEach((parameter) => check(parameter));
    };
    return {
      VariableDeclarator: (node) => check(node.id),
      FunctionDeclaration: checkFunction,
      FunctionExpression: checkFunction,
      ArrowFunctionExpression: (node) => node.params.forEach((parameter) => check(parameter)),
      ClassDeclaration: (node) => check(node.id),
      CatchClause: (node) => check(node.param),
      TSInterfaceDeclaration: (node) => check(node.id),
      TSTypeAliasDeclaration: (node) => check(node.id),
      TSFunctionType: (node) => node.params.forEach((parameter) => check(parameter)),
      PropertyDefinition: checkKey,
      MethodDefinition: checkKey,
      TSPropertySignature: checkKey,
      TSMethodSignature: (node) => {
        checkKey(node);
        node.params.forEach((parameter) => check(parameter));
      },
    };
  },
};

const noInTests = {
  create(context) {
    return {
      BinaryExpression(node) {
        const name = node.operator === 'in' ? literalText(node.left) : null;
        if (!NOT_TESTED_WITH_IN.includes(name)) return;
        const message = `Use isError (src/shared/actions/outcomes.ts) or a discriminant instead of '${name}' in ….`;
        context.report({ node, message });
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
  rules: {
    'import-rules': importRules,
    globals,
    'no-escapes': noEscapes,
    'no-in-tests': noInTests,
    words,
  },
};
