export const MOST_METADATA = 20;
const NAME = /^[\p{L}\p{N}_.-]{1,40}$/u;
const LONGEST = 200;

/**
 * Document 2's free key-value data, as it is typed: one `name: value` a line. Undefined: nothing was typed; null: a
 * line cannot be read, a name stands twice, or there are too many.
 */
export function readMetadata(text: string): Record<string, string> | undefined | null {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  if (lines.length === 0) return undefined;
  const entries = lines.map((line) => {
    const at = line.search(/[:=]/);
    return at < 0 ? null : ([line.slice(0, at).trim(), line.slice(at + 1).trim()] as const);
  });
  const names = new Set<string>();
  for (const entry of entries) {
    if (entry === null || !NAME.test(entry[0]) || names.has(entry[0])) return null;
    if (entry[1] === '' || entry[1].length > LONGEST) return null;
    names.add(entry[0]);
  }
  return names.size > MOST_METADATA ? null : Object.fromEntries(entries as (readonly [string, string])[]);
}
