import 'server-only';
import { wellFormedJson } from '#lib/text.ts';

type RawJson = typeof JSON & { rawJSON(text: string): unknown };
type Reviver = (key: string, value: unknown, context: { source?: string }) => unknown;

/** A JSON number as it stood in the text, for those a double cannot hold; writes itself back unchanged. */
export class JsonNumber {
  readonly source: string;

  constructor(source: string) {
    this.source = source;
  }

  toJSON(): unknown {
    return (JSON as RawJson).rawJSON(this.source);
  }
}

/** A number of 16 characters or more, or with an exponent, where JSON may hold one (or text that looks like it). */
const UNSAFE_NUMBER = /[:,[]\s*-?(?:[\d.]{16,}|[\d.]+[eE])/;
const BARE_NUMBER = /^\s*-?\d/;

/**
 * Parses JSON without losing a digit: up to 15 significant digits a double gives back what stood there, so plain
 * numbers are kept; longer ones become JsonNumber. Every text and name in it is well-formed. Throws SyntaxError.
 */
export function parseJson(json: string): unknown {
  const text = wellFormedJson(json);
  if (!UNSAFE_NUMBER.test(text) && !BARE_NUMBER.test(text)) return JSON.parse(text) as unknown;
  const keepSource: Reviver = (_key, value, context) =>
    typeof value === 'number' && context.source !== undefined && String(value) !== context.source
      ? new JsonNumber(context.source)
      : value;
  return JSON.parse(text, keepSource as (key: string, value: unknown) => unknown) as unknown;
}

/** The text of a JSON number or of a number written as a string; null for anything else. */
export function numberText(value: unknown): string | null {
  if (typeof value === 'number') return Number.isFinite(value) ? String(value) : null;
  if (value instanceof JsonNumber) return value.source;
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : null;
}

/** Plain data for records: a JsonNumber becomes a number where none of its digits is lost, else its text. */
export function plainJson(value: unknown): unknown {
  if (value instanceof JsonNumber) return holds(value.source) ? Number(value.source) : value.source;
  if (Array.isArray(value)) return value.map(plainJson);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, plainJson(item)]));
}

function holds(source: string): boolean {
  const digits = source
    .replace(/[eE].*$/, '')
    .replace(/\D/g, '')
    .replace(/^0+|0+$/g, '');
  return digits.length <= 15 && Number.isFinite(Number(source));
}
