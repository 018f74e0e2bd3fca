import { methodOf, pathOf } from '#lib/api/endpoint.ts';
import { endpoints } from '#lib/endpoints.ts';

const table = Object.keys(endpoints).map((key) => {
  const path = pathOf(key);
  const escaped = path.replace(/[.]/g, '\\.');
  const pattern = new RegExp(`^${escaped.replace(/\{\w+\}/g, '[^/]+')}$`);
  return { method: methodOf(key), pattern, parameters: path.split('{').length };
});

/** The methods an address answers, HEAD with GET; empty where no endpoint has that path. */
export function allowedMethods(path: string): string[] {
  const matching = table.filter(({ pattern }) => pattern.test(path));
  // A written-out segment goes before a parameter, as in the router.
  const fewest = Math.min(...matching.map(({ parameters }) => parameters));
  const methods: string[] = matching.flatMap(({ method, parameters }) =>
    parameters === fewest ? [method] : [],
  );
  return methods.includes('GET') ? [...methods, 'HEAD'] : methods;
}
