import { parse } from 'acorn';

/**
 * A script of the build with each of its modules in parentheses. Browsers take that for a function that is called at
 * once and compile it with the script, beside the page; without them they read it twice, the second time in the way of
 * the page, when it is called. What is no list of modules comes back as it was.
 */
export function withEagerModules(script: string): string {
  const parts: string[] = [];
  let at = 0;
  for (const { start, end } of modulesOf(script)) {
    parts.push(script.slice(at, start), '(', script.slice(start, end), ')');
    at = end;
  }
  return parts.join('') + script.slice(at);
}

/** Where the functions stand that the script pushes to the runtime's list: `….push([of, id, function, id, function])`. */
function modulesOf(script: string) {
  const { body } = parse(script, { ecmaVersion: 'latest' });
  return body.flatMap((statement) => {
    const call = statement.type === 'ExpressionStatement' ? statement.expression : null;
    if (call?.type !== 'CallExpression' || call.callee.type !== 'MemberExpression') return [];
    const { property } = call.callee;
    const list = call.arguments[0];
    if (property.type !== 'Identifier' || property.name !== 'push' || list?.type !== 'ArrayExpression')
      return [];
    return list.elements.flatMap((one) => (one?.type.endsWith('FunctionExpression') ? one : []));
  });
}
