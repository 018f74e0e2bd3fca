// biome-ignore lint/suspicious/noExplicitAny: answers of any shape pass here
type Json = any;

/**
 * The `lean` dialect covers what the documents leave open: it sends only the fields a page needs, numbers as
 * text, and no null.
 */

const asText = (one: Json): Json => (typeof one === 'number' ? String(one) : one);

/** Picks the named members that have a value. `a.b` picks member b of a and keeps it in an object. */
export function only(names: string) {
  const wanted = names.split(' ');
  return (json: Json): Json => {
    const out: Json = {};
    for (const name of wanted) {
      const [outer = '', inner] = name.split('.');
      const one = inner === undefined ? json[outer] : json[outer]?.[inner];
      if (one === null || one === undefined) continue;
      if (inner === undefined) out[outer] = asText(one);
      else out[outer] = { ...out[outer], [inner]: asText(one) };
    }
    return out;
  };
}
