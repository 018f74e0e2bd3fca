/** Replaces a character that no text may hold. */
const REPLACEMENT = '\u{fffd}';

/** Neither U+0000, which PostgreSQL refuses, nor half a surrogate pair, which UTF-8 cannot say. */
export function isWellFormed(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}

/** The text of these bytes, well-formed: decoding leaves no half pair, and one byte alone says U+0000. */
export function textOfBytes(bytes: Buffer): string {
  const text = bytes.toString('utf8');
  return bytes.includes(0) ? text.replaceAll('\0', REPLACEMENT) : text;
}

/** The same text as a database and UTF-8 can hold it: U+FFFD stands where a character could not. */
export function wellFormed(text: string): string {
  return isWellFormed(text) ? text : text.replaceAll('\0', REPLACEMENT).toWellFormed();
}

/** An escape of JSON may say what no text may hold; every backslash begins one. */
const UNSAFE_ESCAPE = /\\u(?:0000|[dD][89a-fA-F])/;
const ESCAPE =
  /\\(?:u[dD][89abAB][\da-fA-F]{2}\\u[dD][c-fC-F][\da-fA-F]{2}|u0000|u[dD][89a-fA-F][\da-fA-F]{2}|.)/gs;

/** The same JSON (its text) with every text and name in it well-formed. */
export const wellFormedJson = (json: string): string => wellFormedEscapes(wellFormed(json));

/** The same of a text that is well-formed itself: what is left are its escapes. */
export function wellFormedEscapes(text: string): string {
  // Most answers have none, and looking for two characters takes a tenth of the pattern's time.
  if (!text.includes('\\u') || !UNSAFE_ESCAPE.test(text)) return text;
  // Two units are any other escape, six are one that stands alone, twelve are a whole pair.
  return text.replace(ESCAPE, (escaped) => (escaped.length === 6 ? '\\ufffd' : escaped));
}

/** The first `most` UTF-16 units of a text, one less where the cut would part a pair. */
export function cut(text: string, most: number): string {
  return partsPair(text, most) ? text.slice(0, most - 1) : text.slice(0, most);
}

/** The last `most` UTF-16 units of a text, one less where the cut would part a pair. */
export function cutStart(text: string, most: number): string {
  const place = Math.max(0, text.length - most);
  return text.slice(partsPair(text, place) ? place + 1 : place);
}

/** Tells if a cut before `place` parts a surrogate pair. */
function partsPair(text: string, place: number): boolean {
  return place > 0 && place < text.length && (text.codePointAt(place - 1) ?? 0) > 0xffff;
}

/** The same text for the same value, whatever order the database gives keys back in. */
export function canonicalJson(value: unknown): string {
  if (value === null || typeof value !== 'object') return JSON.stringify(value) ?? 'null';
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  const entries = Object.entries(value).filter(([, item]) => item !== undefined);
  entries.sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${entries.map(([key, item]) => `${JSON.stringify(key)}:${canonicalJson(item)}`).join(',')}}`;
}
