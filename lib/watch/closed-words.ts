/** The label of everything that a label's set does not hold. */
export const OTHER = 'other';

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);
export const methodWord = (method: string): string => (METHODS.has(method) ? method : OTHER);

/** A status as a label; 499 is for a caller who went away. */
export const statusWord = (status: number): string =>
  Number.isInteger(status) && status >= 100 && status <= 599 ? String(status) : OTHER;

/** How calls end that no status tells of. */
const ENDS = new Set([
  ...['connect', 'tls', 'timeout', 'reset', 'too_large', 'aborted'],
  ...['unreadable', 'circuit', 'budget'],
]);
/** Statuses with a meaning of their own; the others stand for their hundred. */
const TOLD_APART = new Set([401, 403, 404, 409, 424, 429]);

/** How a provider's call ended, in one of some twenty words. */
export function outcomeWord(outcome: number | string): string {
  if (typeof outcome === 'string') return ENDS.has(outcome) ? outcome : OTHER;
  if (outcome >= 200 && outcome < 300) return 'ok';
  if (TOLD_APART.has(outcome)) return String(outcome);
  return outcome >= 300 && outcome < 600 ? `${Math.floor(outcome / 100)}xx` : OTHER;
}

/**
 * Takes words as they come until it holds `most`; from then on a new one is `other`. For labels whose words are few in
 * practice and bounded by nothing else.
 */
export function firstWords(most: number): (word: string) => string {
  const known = new Set<string>();
  return (word) => {
    if (known.has(word)) return word;
    if (known.size >= most) return OTHER;
    known.add(word);
    return word;
  };
}
