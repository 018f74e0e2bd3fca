/** The label of every value that a label's closed set does not contain. */
export const OTHER = 'other';

/** Outcomes of a provider call that ended without a status. */
const FAILURES = new Set('connect tls timeout reset too_large aborted unreadable circuit budget'.split(' '));
/**
 * Statuses with a label of their own, because each needs its own reaction; the others count as `4xx` and the
 * like.
 */
const OWN_LABEL = new Set([401, 403, 404, 409, 424, 429]);

/** How a provider call ended (its status or a failure), as one of about twenty labels. */
export function outcomeLabel(outcome: number | string): string {
  if (typeof outcome === 'string') return FAILURES.has(outcome) ? outcome : OTHER;
  if (outcome >= 200 && outcome < 300) return 'ok';
  if (OWN_LABEL.has(outcome)) return String(outcome);
  return outcome >= 300 && outcome < 600 ? `${Math.floor(outcome / 100)}xx` : OTHER;
}

/**
 * Limits a label to the first `limit` values it sees; every later one is `other`. For labels that have few values in
 * practice, with nothing else to bound them.
 */
export function limitLabels(limit: number): (value: string) => string {
  const known = new Set<string>();
  return (value) => {
    if (known.has(value)) return value;
    if (known.size >= limit) return OTHER;
    known.add(value);
    return value;
  };
}
