/** A table without a prototype for keys from outside: `__proto__` is a key like any other. */
export function lookupTable<T>(entries: Readonly<Record<string, T>>): Readonly<Record<string, T>> {
  return Object.assign(Object.create(null) as Record<string, T>, entries);
}

/** The same messages, without a prototype at every level: `t.has` is then right for keys from outside. */
export function messagesWithoutPrototype<T extends object>(messages: T): T {
  if (Object.getPrototypeOf(messages) === null || Array.isArray(messages)) return messages;
  const bare = Object.create(null) as Record<string, unknown>;
  for (const [name, inner] of Object.entries(messages))
    bare[name] =
      typeof inner === 'object' && inner !== null ? messagesWithoutPrototype(inner as object) : inner;
  return bare as T;
}
