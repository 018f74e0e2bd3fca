import type { Dialect } from '../account.ts';
import { BARE_HUB } from '../bare-dialect.ts';
import { sparse } from '../pix/dialect.ts';
import { HubError } from './errors.ts';
import { type Json, NESTED } from './nested-dialect.ts';
import type { HubReply, HubRoute } from './parts.ts';
import { Query } from './query.ts';
import { LEAN, WRAPPED } from './wrapped-lean-dialects.ts';

/** The nested dialect's spelling of names that document 2 does not give; it gives nextCursor. */
const NESTED_QUERY: Record<string, string> = {
  cursor: 'nextCursor',
  originId: 'identifier',
  endToEndId: 'e2e',
  document: 'payerDocument',
  search: 'q',
  sortBy: 'sort',
  sortDirection: 'direction',
};

const SPOKEN = { bare: BARE_HUB, wrapped: WRAPPED, lean: LEAN };
const PAGING = ['limit', 'cursor'];

/** How a name may be spelt: plain takes both names of the cursor. */
function spellings(dialect: Dialect, name: string): string[] {
  if (dialect === 'nested') return [NESTED_QUERY[name] ?? name];
  return name === 'cursor' && dialect === 'plain' ? ['cursor', 'nextCursor'] : [name];
}

/** Throws REQUEST_UNKNOWN_QUERY_PARAM; gives the values under the plain dialect's names. */
export function queryOf(dialect: Dialect, route: HubRoute, sent: URLSearchParams): Query {
  // The dialect ignores parameters other than paging, without an error.
  if (dialect === 'bare') return new Query(new Map([...sent].filter(([name]) => PAGING.includes(name))));
  const names = new Map<string, string>();
  for (const name of route.query ?? []) for (const word of spellings(dialect, name)) names.set(word, name);
  const unknownParams = [...new Set(sent.keys())].filter((name) => !names.has(name));
  if (unknownParams.length > 0) {
    throw new HubError(400, 'REQUEST_UNKNOWN_QUERY_PARAM', 'Unknown query parameter.', {
      unknownParams,
      accepted: [...names.keys()],
    });
  }
  return new Query(new Map([...sent].map(([name, value]) => [names.get(name) ?? name, value])));
}

/** The same answer in the dialect in force; names that document 2 gives never change. */
export function speak(dialect: Dialect, route: HubRoute, reply: HubReply): HubReply {
  if (dialect === 'plain' || reply.body || reply.json === undefined) return reply;
  if (dialect === 'sparse') return { ...reply, json: sparse(optionalOut(reply.json)) };
  const { method, path } = route;
  if (dialect !== 'nested') {
    const said = SPOKEN[dialect][`${method} ${path}`]?.(reply.json) ?? reply.json;
    return { ...reply, json: dialect === 'lean' ? sparse(said) : said };
  }
  if (path.endsWith('/receipt')) {
    const { base64, contentType } = reply.json as { base64: string; contentType: string };
    return { status: reply.status, body: Buffer.from(base64, 'base64'), contentType };
  }
  if (method === 'DELETE') return { status: 204 };
  const speaker = NESTED[`${method} ${path}`];
  return speaker ? { ...reply, json: speaker(reply.json) } : reply;
}

const OPTIONAL = [
  'statusDetail',
  'statusReason',
  'payer',
  'updatedAt',
  'expiresAt',
  'refundFee',
  'receiver',
  'bank',
];

/** A server may leave out what no document promises; empty lists and objects as well. */
function optionalOut(value: Json): Json {
  if (Array.isArray(value)) return value.map(optionalOut);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(
        ([name, one]) =>
          !OPTIONAL.includes(name) && !(name !== 'data' && Array.isArray(one) && one.length === 0),
      )
      .map(([name, one]) => [name, optionalOut(one)]),
  );
}

/** Webhook data in the dialect in force; the payment events' documented names stay. */
export function speakEvent(
  dialect: Dialect,
  event: string,
  data: Record<string, unknown>,
): Record<string, unknown> {
  if (dialect !== 'nested') return data;
  const { createdAt, pixKey, reason, failureReason, dueAt, endToEndId, ...rest } = data;
  if (event.startsWith('PAYMENT_')) return { ...data, riskScore: 0 };
  const named = {
    ...(createdAt === undefined ? {} : { created_at: createdAt }),
    ...(pixKey === undefined ? {} : { destination: { key: pixKey } }),
    ...(reason === undefined ? {} : { failure: { reason } }),
    ...(failureReason === undefined ? {} : { failure: { reason: failureReason } }),
    ...(dueAt === undefined ? {} : { deadline: dueAt }),
    ...(endToEndId === undefined ? {} : { e2e: endToEndId }),
  };
  return { ...rest, ...named };
}
