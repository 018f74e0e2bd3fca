/** A value that this process has once: the framework loads a file once for pages and once for handlers. */
export function perProcess<T>(name: string, make: () => T): T {
  const state = globalThis as Record<string, unknown>;
  state[name] ??= make();
  return state[name] as T;
}
