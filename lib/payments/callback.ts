const plain = (url: string) => (URL.canParse(url) ? new URL(url).href : url.trim());

/**
 * What the service made of the address that an operation named (document 2: one it did not read comes back null). Null
 * where none was named.
 */
export function callbackCame(asked: string | null, came: string | null): 'kept' | 'absent' | 'other' | null {
  if (asked === null) return null;
  if (came === null) return 'absent';
  return plain(asked) === plain(came) ? 'kept' : 'other';
}
