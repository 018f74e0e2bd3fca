import 'server-only';
import { randomUUID } from 'node:crypto';
import { wellFormed, wellFormedEscapes } from '#lib/core/text.ts';

type RawJson = typeof JSON & { rawJSON(text: string): unknown };

/** A JSON number that a double cannot hold, stored as its text; it serializes unchanged. */
export class JsonNumber {
  readonly source: string;

  constructor(source: string) {
    this.source = source;
  }

  toJSON(): unknown {
    return (JSON as RawJson).rawJSON(this.source);
  }
}

/** A number of 16 characters or more, or with an exponent; also matches such text in a string. */
const LONG = /[:,[]\s*(-?(?:[\d.]{16,}|[\d.]+[eE]))/;
const IS_NUMBER = /^\s*-?\d/;
/** A complete JSON number; anything else is left for the parser to refuse. */
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?(?=\s*(?:[,\]}]|$))/y;
const BYTE_ORDER_MARK = '\u{feff}';
/** No outside text begins with this. */
const MARK = `${randomUUID()}:`;

/** Parses JSON; numbers of over 15 digits become JsonNumber, texts are well-formed. Throws SyntaxError. */
export const parseJson = (json: string): unknown => parseWellFormed(wellFormed(json));

/** The same for a text that is well-formed already, such as an answer's. Skips a byte order mark. */
export function parseWellFormed(json: string): unknown {
  const text = wellFormedEscapes(json.startsWith(BYTE_ORDER_MARK) ? json.slice(1) : json);
  if (!LONG.test(text) && !IS_NUMBER.test(text)) return JSON.parse(text) as unknown;
  // The comma lets a number that is the whole text be found like any other.
  return withLongNumbers(JSON.parse(quoted(`,${text}`).slice(1)) as unknown);
}

/** Turns long numbers into marked strings: a reviver would be called for every value of a page. */
function quoted(text: string): string {
  let written = '';
  let from = 0;
  const outside = outsideTexts(text);
  for (const found of text.matchAll(new RegExp(LONG, 'g'))) {
    const index = found.index + found[0].length - (found[1]?.length ?? 0);
    NUMBER.lastIndex = index;
    const source = index < from || !outside(index) ? undefined : NUMBER.exec(text)?.[0];
    if (source === undefined) continue;
    written += `${text.slice(from, index)}"${MARK}${source}"`;
    from = index + source.length;
  }
  return written + text.slice(from);
}

/** Returns a function that checks if a position is outside all strings; call it with increasing positions. */
function outsideTexts(text: string): (place: number) => boolean {
  let quote = text.indexOf('"');
  let inside = false;
  const isEscaped = () => {
    let slashes = 0;
    while (text[quote - 1 - slashes] === '\\') slashes += 1;
    return slashes % 2 === 1;
  };
  return (place) => {
    for (; quote !== -1 && quote < place; quote = text.indexOf('"', quote + 1))
      if (!inside || !isEscaped()) inside = !inside;
    return !inside;
  };
}

/** Replaces the marked strings by numbers, without recursion: outside JSON may be nested to any depth. */
function withLongNumbers(parsed: unknown): unknown {
  const root = { parsed };
  const waiting: Record<string, unknown>[] = [root];
  for (let holder = waiting.pop(); holder !== undefined; holder = waiting.pop())
    for (const [name, value] of Object.entries(holder)) {
      if (typeof value === 'string' && value.startsWith(MARK))
        holder[name] = longNumber(value.slice(MARK.length));
      else if (typeof value === 'object' && value !== null) waiting.push(value as Record<string, unknown>);
    }
  return root.parsed;
}

const longNumber = (source: string) =>
  String(Number(source)) === source ? Number(source) : new JsonNumber(source);

/** The text of a JSON number or of a non-empty string, trimmed; null for anything else. */
export function numberText(value: unknown): string | null {
  if (typeof value === 'number') return Number.isFinite(value) ? String(value) : null;
  if (value instanceof JsonNumber) return value.source;
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : null;
}

/** Plain data for records: a JsonNumber becomes a number if no digit is lost, else its text. */
export function plainJson(value: unknown): unknown {
  if (value instanceof JsonNumber) return isExact(value.source) ? Number(value.source) : value.source;
  if (Array.isArray(value)) return value.map(plainJson);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, plainJson(item)]));
}

function isExact(source: string): boolean {
  const digits = source
    .replace(/[eE].*$/, '')
    .replace(/\D/g, '')
    .replace(/^0+|0+$/g, '');
  return digits.length <= 15 && Number.isFinite(Number(source));
}
