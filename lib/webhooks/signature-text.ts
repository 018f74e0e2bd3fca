import { clean } from '#lib/core/clean.ts';

/**
 * The three signature schemes. Pix: `X-Callback-Signature: t=<unix seconds>,v1=<hex>` over `<t>.<body>` (document 1).
 * Hub: `X-Service-Timestamp` (ms) and `X-Service-Signature: sha256=<hex>` over `<timestamp>.<body>` (document 2).
 * Card: `X-Webhook-Timestamp` (ms), `-Nonce` and `-Signature: <hex>` over `<timestamp>.<nonce>.<body>`.
 */
export const SCHEMES = ['pix', 'hub', 'card'] as const;
export type Scheme = (typeof SCHEMES)[number];

/** The scheme of pasted headers; null if unclear. */
export function schemeOf(text: string): Scheme | null {
  const headers = readHeaders(text);
  if (headers['x-callback-signature'] !== undefined) return 'pix';
  if (headers['x-service-signature'] !== undefined) return 'hub';
  return headers['x-webhook-signature'] === undefined ? null : 'card';
}

/** The signing time in the headers (seconds or milliseconds) as ISO 8601; null if there is none. */
export function signedAt(scheme: Scheme, text: string): string | null {
  const headers = readHeaders(text);
  const time = {
    pix: /\bt\s*=\s*(\d{1,13})/.exec(headers['x-callback-signature'] ?? '')?.[1],
    hub: /^\d{1,13}$/.exec(headers['x-service-timestamp'] ?? '')?.[0],
    card: /^\d{1,13}$/.exec(headers['x-webhook-timestamp'] ?? '')?.[0],
  }[scheme];
  if (time === undefined) return null;
  const value = Number(time);
  return new Date(time.length > 11 ? value : value * 1000).toISOString();
}

export const bytesOf = (text: string) => new TextEncoder().encode(text).length;

/** Header names in lower case with hyphens. */
export type Headers = Readonly<Record<string, string | undefined>>;
type Pair = readonly [name: string, value: string];

/** Headers pasted from logs and tools: lines, curl, JSON, CGI names, dumps, or a bare signature value. */
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

/** Headers in an object, in a log record, as pairs, as `{ name, value }`, or as a flat list. */
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
