import 'server-only';
import { numberText, parseJson, plainJson } from '#lib/http/json.ts';
import { countOf } from '#lib/provider-numbers.ts';
import { isObject, wholeNumber } from '#lib/providers/fields.ts';
import type { WireDelivery, WireResend } from '#lib/providers/pix/wire-deliveries.ts';
import type { CallbackRecord, ResendAnswer } from '#lib/providers/records.ts';
import { derivedId } from '#lib/providers/rows.ts';

/** Pure: what wire-deliveries.ts read → the records. */

export function toDelivery({ fields, other }: WireDelivery): CallbackRecord {
  const status = httpStatusOf(fields.statusCode) ?? httpStatusOf(fields.status);
  // A word in the status's place says something of its own.
  const word = httpStatusOf(fields.status) === null ? fields.status : null;
  return {
    id: fields.id ?? derivedId(fields),
    transactionId: fields.transaction,
    webhookId: fields.webhook,
    url: fields.url,
    event: fields.event,
    status,
    responseTimeMs: msOf(fields.responseTime),
    createdAt: fields.createdAt,
    body: opened(fields.body),
    responseBody: textOf(fields.responseBody),
    responseHeaders: opened(fields.responseHeaders),
    error: textOf(fields.error),
    other: {
      ...(plainJson(other) as Record<string, unknown>),
      ...(word === null || /^0+$/.test(word) ? {} : { status: word }),
    },
  };
}

/** `200`, `"200"`, `"200 OK"`; 0 and anything else is no answer. */
function httpStatusOf(value: unknown): number | null {
  const digits = /^([1-5]\d\d)(?:\b|$)/.exec(numberText(value) ?? '')?.[1];
  return digits === undefined ? null : Number(digits);
}

/** Milliseconds: a number, or text with its unit. */
function msOf(value: unknown): number | null {
  const match = /^(\d{1,9}(?:\.\d{1,15})?)\s*(ms|s)?$/i.exec(numberText(value) ?? '');
  if (match === null) return null;
  return Number(match[1]) * (match[2]?.toLowerCase() === 's' ? 1000 : 1);
}

/** JSON, also where it came as text; `{ "raw": text }` is the text of what was no JSON. */
function opened(value: unknown): unknown {
  const parsed = typeof value === 'string' && /^\s*[[{"]/.test(value) ? parsedOr(value) : value;
  return plainJson(isObject(parsed) ? rawIn(parsed) : parsed) ?? null;
}

function textOf(value: unknown): string | null {
  if (value === null || value === undefined || typeof value === 'boolean') return null;
  const inside = isObject(value) ? rawIn(value) : value;
  return typeof inside === 'string' ? inside : JSON.stringify(inside);
}

function rawIn(object: Record<string, unknown>): unknown {
  return Object.keys(object).length === 1 && typeof object.raw === 'string' ? object.raw : object;
}

function parsedOr(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return text;
  }
}

export const toResendAnswer = ({ count, truncated, message, items }: WireResend): ResendAnswer => ({
  count: countOf(wholeNumber(count)),
  truncated: truncated ?? false,
  items: items
    .slice(0, 500)
    .map(({ transaction, webhook, event }) => ({ transactionId: transaction, webhookId: webhook, event })),
  message,
});
