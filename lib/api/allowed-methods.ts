import { methodOf, pathOf } from '#lib/api/endpoint.ts';
import { endpoints } from '#lib/endpoints.ts';

const table = Object.keys(endpoints).map((key) => {
  const escaped = pathOf(key).replace(/[.]/g, '\\.');
  return { method: methodOf(key), pattern: new RegExp(`^${escaped.replace(/\{\w+\}/g, '[^/]+')}$`) };
});

/** The methods an address answers, HEAD with GET; empty where no endpoint has that path. */
export function allowedMethods(path: string): string[] {
  const methods: string[] = table.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method);
  return methods.includes('GET') ? [...methods, 'HEAD'] : methods;
}
