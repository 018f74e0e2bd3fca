// biome-ignore lint/suspicious/noExplicitAny: answers of any shape pass here
type Json = any;

/**
 * The dialect `lean`, of what the documents leave open: of each thing only what a page cannot do without, its numbers
 * written as text; nothing that is null.
 */

const asText = (one: Json): Json => (typeof one === 'number' ? String(one) : one);

/** The named members that have a value; `a.b`: the member b of a, as an object with that alone. */
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
