/**
 * Integration test files share a process, because loading the product takes longer than most of them. Before
 * each file this resets the product's process-wide state and restores the original environment.
 */
const shared = globalThis as { __testEnvironment?: Record<string, string | undefined> };
shared.__testEnvironment ??= { ...process.env };
for (const name of Object.keys(process.env)) delete process.env[name];
Object.assign(process.env, shared.__testEnvironment);
for (const name of Object.keys(globalThis))
  if (/^_*guiche/.test(name)) Reflect.deleteProperty(globalThis, name);
