const REPLACEMENT = '\u{fffd}';

/** True without U+0000 (PostgreSQL refuses it) and half a surrogate pair (UTF-8 cannot encode it). */
export const isWellFormed = (text: string): boolean => !text.includes('\0') && text.isWellFormed();

/** Decodes bytes to well-formed text: decoding leaves no half pair, and only a zero byte gives U+0000. */
export function textOfBytes(bytes: Buffer): string {
  const text = bytes.toString('utf8');
  return bytes.includes(0) ? text.replaceAll('\0', REPLACEMENT) : text;
}

/** The text as a database and UTF-8 can store it: U+FFFD replaces each character that they cannot. */
export function wellFormed(text: string): string {
  return isWellFormed(text) ? text : text.replaceAll('\0', REPLACEMENT).toWellFormed();
}

/** A JSON escape of such a character. ESCAPE matches every escape, so that no backslash is misread. */
const UNSAFE_ESCAPE = /\\u(?:0000|[dD][89a-fA-F])/;
const ESCAPE =
  /\\(?:u[dD][89abAB][\da-fA-F]{2}\\u[dD][c-fC-F][\da-fA-F]{2}|u0000|u[dD][89a-fA-F][\da-fA-F]{2}|.)/gs;

/** The same JSON text with every string and key in it well-formed. */
export const wellFormedJson = (json: string): string => wellFormedEscapes(wellFormed(json));

/** The same for a text that is well-formed already: only its escapes are replaced. */
export function wellFormedEscapes(text: string): string {
  // Most answers have none, and looking for two characters takes a tenth of the pattern's time.
  if (!text.includes('\\u') || !UNSAFE_ESCAPE.test(text)) return text;
  // A match of two units is another escape, of six an unsafe one, of twelve a whole pair.
  return text.replace(ESCAPE, (escaped) => (escaped.length === 6 ? '\\ufffd' : escaped));
}

/** The first `most` UTF-16 units of a text, one less if the cut would split a surrogate pair. */
export function cut(text: string, most: number): string {
  return partsPair(text, most) ? text.slice(0, most - 1) : text.slice(0, most);
}

/** The last `most` UTF-16 units of a text, one less if the cut would split a surrogate pair. */
export function cutStart(text: string, most: number): string {
  const place = Math.max(0, text.length - most);
  return text.slice(partsPair(text, place) ? place + 1 : place);
}

function partsPair(text: string, place: number): boolean {
  return place > 0 && place < text.length && (text.codePointAt(place - 1) ?? 0) > 0xffff;
}

/** The same text for equal values, whatever the order in which the database returns keys. */
export function canonicalJson(value: unknown): string {
  if (value === null || typeof value !== 'object') return JSON.stringify(value) ?? 'null';
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  const entries = Object.entries(value).filter(([, item]) => item !== undefined);
  entries.sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${entries.map(([key, item]) => `${JSON.stringify(key)}:${canonicalJson(item)}`).join(',')}}`;
}
