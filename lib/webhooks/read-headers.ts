import { clean } from '#lib/core/clean.ts';

/** Header names in lower case with hyphens. */
export type Headers = Readonly<Record<string, string | undefined>>;
type Pair = readonly [name: string, value: string];

/**
 * Reads headers pasted from logs and tools: `Name: value` lines (also with a request line, `>` and `<` marks
 * or curl's `-H '…'`), JSON or parts of it, CGI's `HTTP_NAME=value`, `=>` of dumps, or a bare signature
 * value. Ignores everything else.
 */
export function readHeaders(text: string): Headers {
  const pairs = fromJson(text) ?? fromLines(text);
  if (pairs.length > 0) return Object.fromEntries(pairs);
  const alone = nameOfValue(clean('header', text));
  return alone === null ? {} : { [alone]: clean('header', text) };
}

/** `HTTP_X_CALLBACK_SIGNATURE` → `x-callback-signature` */
const nameOf = (name: string) =>
  name
    .trim()
    .toLowerCase()
    .replace(/^http_/, '')
    .replaceAll('_', '-');

/** The only header that a bare value can belong to; null if unclear. */
function nameOfValue(value: string): string | null {
  if (/^t\s*=\s*\d/.test(value)) return 'x-callback-signature';
  if (/^sha256\s*=/.test(value)) return 'x-service-signature';
  return /^[0-9a-f]{64}$/i.test(value) ? 'x-webhook-signature' : null;
}

const NAME = `[!#$%&*+.^_|~0-9A-Za-z-]+`;
const COLON = new RegExp(`^(${NAME})["']?\\s*:\\s*(.*)$`);
/** Without a colon, only text that looks like a header name is one: `t=1` is the start of a value. */
const EQUALS = new RegExp(`^(${NAME}[-_]${NAME})["']?\\s*=>?\\s*(.*)$`);

function fromLines(text: string): Pair[] {
  return text.split(/\r?\n|(?:\\r)?\\n|(?<=['"])\s+(?=-H\s)/).flatMap((line): Pair[] => {
    const bare = line
      .trim()
      .replace(/^(?:curl\s.*?)?(?:-H|--header)\s+/, '')
      .replace(/^[<>|*]\s+/, '')
      .replace(/\s*\\$/, '')
      .replace(/^[[({]\s*/, '')
      .replace(/^b(?=['"])/, '');
    const [, name, value = ''] =
      COLON.exec(clean('header', bare)) ?? EQUALS.exec(clean('header', bare)) ?? [];
    if (name === undefined) return [];
    // Lists and byte strings in dumps: ["t=…"], b't=…'.
    const inner = (value.startsWith('[') ? value.replace(/^\[+|\]+$/g, '') : value).replace(/^b(?=['"])/, '');
    return [[nameOf(name), clean('header', inner)]];
  });
}

/** Null if the text is neither JSON nor part of an object. Single quotes are read as double quotes. */
function fromJson(text: string): Pair[] | null {
  const bare = text
    .replace(/^\ufeff/, '')
    .trim()
    .replace(/,$/, '');
  if (!/[{["':]/.test(bare)) return null;
  const doubled = bare.replaceAll("'", '"');
  for (const written of [bare, `{${bare}}`, doubled, `{${doubled}}`]) {
    const value = parsed(written);
    if (typeof value === 'object' && value !== null) return pairsOf(value);
  }
  return null;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/**
 * Accepts an object of headers, a log record that contains one, a list of pairs or of `{ name, value }`, or a
 * flat list of names and values.
 */
function pairsOf(value: object): Pair[] {
  if (Array.isArray(value)) return pairsOfList(value);
  const within = Object.entries(value).find(([name, one]) => /headers$/i.test(name) && isObject(one));
  if (within !== undefined) return pairsOf(within[1] as object);
  return Object.entries(value).flatMap(([name, one]) => pairOf(name, one));
}

function pairsOfList(list: readonly unknown[]): Pair[] {
  if (list.every((one) => typeof one === 'string'))
    return list.flatMap((name, index) => (index % 2 === 0 ? pairOf(name, list[index + 1]) : []));
  return list.flatMap((one) => {
    if (Array.isArray(one)) return pairOf(String(one[0]), one[1]);
    const { name, key, value } = (isObject(one) ? one : {}) as Record<string, unknown>;
    const named = name ?? key;
    return typeof named === 'string' ? pairOf(named, value) : [];
  });
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

function pairOf(name: string, value: unknown): Pair[] {
  const first: unknown = Array.isArray(value) ? value[0] : value;
  const isText = typeof first === 'string' || typeof first === 'number';
  return isText ? [[nameOf(name), clean('header', String(first))]] : [];
}
