const plain = (url: string) => (URL.canParse(url) ? new URL(url).href : url.trim());

/**
 * Compares the callback address that an operation named with the one the service kept (document 2: one it did
 * not read comes back null). Null where the operation named none.
 */
export function callbackCame(asked: string | null, came: string | null): 'kept' | 'absent' | 'other' | null {
  if (asked === null) return null;
  if (came === null) return 'absent';
  return plain(asked) === plain(came) ? 'kept' : 'other';
}
