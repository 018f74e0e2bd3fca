export type Found<R> = { route: R; params: Record<string, string> };

type Compiled<R> = { route: R; parts: string[] };

/** Fixed segments win over `:params`, whatever the order of the routes. */
export function createRouter<R extends { method: string; path: string }>(
  routes: R[],
): (method: string, path: string) => Found<R> | null {
  const compiled = new Map<string, Compiled<R>[]>();
  for (const route of routes) {
    const parts = route.path.split('/').filter((part) => part !== '');
    const key = `${route.method} ${parts.length}`;
    compiled.set(key, [...(compiled.get(key) ?? []), { route, parts }]);
  }
  const openness = ({ parts }: Compiled<R>) => parts.filter((part) => part.startsWith(':')).length;
  for (const list of compiled.values()) list.sort((a, b) => openness(a) - openness(b));

  return (method, path) => {
    const pathParts = path.split('/').filter((part) => part !== '');
    for (const { route, parts } of compiled.get(`${method} ${pathParts.length}`) ?? []) {
      const params: Record<string, string> = {};
      const fits = parts.every((part, place) => {
        const value = pathParts[place] as string;
        if (!part.startsWith(':')) return part === value;
        params[part.slice(1)] = decode(value);
        return true;
      });
      if (fits) return { route, params };
    }
    return null;
  };
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
