/**
 * A table that words from outside are looked up in. None of them finds what every object has: `__proto__` and
 * `constructor` are words like others.
 */
export function lookupTable<T>(entries: Readonly<Record<string, T>>): Readonly<Record<string, T>> {
  return Object.assign(Object.create(null) as Record<string, T>, entries);
}

/** The same messages, at every level without a prototype: `t.has` of a word from outside says what is there. */
export function messagesWithoutPrototype<T extends object>(messages: T): T {
  if (Object.getPrototypeOf(messages) === null || Array.isArray(messages)) return messages;
  const bare = Object.create(null) as Record<string, unknown>;
  for (const [name, inner] of Object.entries(messages))
    bare[name] =
      typeof inner === 'object' && inner !== null ? messagesWithoutPrototype(inner as object) : inner;
  return bare as T;
}
