/**
 * Files of integration tests share a process, for loading the product takes longer than most of them do. Before each,
 * what the product keeps for its process is let go, and the environment is as the first one met it.
 */
const kept = globalThis as { __testEnvironment?: Record<string, string | undefined> };
kept.__testEnvironment ??= { ...process.env };
for (const name of Object.keys(process.env)) delete process.env[name];
Object.assign(process.env, kept.__testEnvironment);
for (const name of Object.keys(globalThis))
  if (/^_*guiche/.test(name)) Reflect.deleteProperty(globalThis, name);
