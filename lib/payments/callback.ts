const plain = (url: string) => (URL.canParse(url) ? new URL(url).href : url.trim());

/**
 * Compares the requested callback address with the one the service stored (document 2: null when it ignored
 * it). Null: the operation requested none.
 */
export function compareCallback(
  requested: string | null,
  stored: string | null,
): 'kept' | 'absent' | 'other' | null {
  if (requested === null) return null;
  if (stored === null) return 'absent';
  return plain(requested) === plain(stored) ? 'kept' : 'other';
}
