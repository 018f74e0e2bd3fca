import type { Dialect } from '../account.ts';
import { BARE_HUB } from '../bare-dialect.ts';
import { sparse } from '../pix/dialect.ts';
import { HubError } from './errors.ts';
import { type Json, NESTED } from './nested-dialect.ts';
import type { HubReply, HubRoute } from './parts.ts';
import { Query } from './query.ts';
import { LEAN, WRAPPED } from './wrapped-lean-dialects.ts';

/** The nested dialect's names for parameters that document 2 does not name; document 2 names nextCursor. */
const NESTED_QUERY: Record<string, string> = {
  cursor: 'nextCursor',
  originId: 'identifier',
  endToEndId: 'e2e',
  document: 'payerDocument',
  search: 'q',
  sortBy: 'sort',
  sortDirection: 'direction',
};

const CONVERTERS = { bare: BARE_HUB, wrapped: WRAPPED, lean: LEAN };
const PAGING = ['limit', 'cursor'];

/** Accepted names of a parameter; plain accepts both names of the cursor. */
function spellings(dialect: Dialect, name: string): string[] {
  if (dialect === 'nested') return [NESTED_QUERY[name] ?? name];
  return name === 'cursor' && dialect === 'plain' ? ['cursor', 'nextCursor'] : [name];
}

/** Returns the values under the plain dialect's names. Throws REQUEST_UNKNOWN_QUERY_PARAM. */
export function queryOf(dialect: Dialect, route: HubRoute, sent: URLSearchParams): Query {
  // The dialect silently ignores parameters other than paging.
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

/** Converts a response to the current dialect; names that document 2 shows never change. */
export function inDialect(dialect: Dialect, route: HubRoute, reply: HubReply): HubReply {
  if (dialect === 'plain' || reply.body || reply.json === undefined) return reply;
  if (dialect === 'sparse') return { ...reply, json: sparse(optionalOut(reply.json)) };
  const { method, path } = route;
  if (dialect !== 'nested') {
    const converted = CONVERTERS[dialect][`${method} ${path}`]?.(reply.json) ?? reply.json;
    return { ...reply, json: dialect === 'lean' ? sparse(converted) : converted };
  }
  if (path.endsWith('/receipt')) {
    const { base64, contentType } = reply.json as { base64: string; contentType: string };
    return { status: reply.status, body: Buffer.from(base64, 'base64'), contentType };
  }
  if (method === 'DELETE') return { status: 204 };
  const converter = NESTED[`${method} ${path}`];
  return converter ? { ...reply, json: converter(reply.json) } : reply;
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

/** Drops what no document promises, including empty lists and objects. */
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

/** Converts webhook data to the current dialect; the payment events' documented names stay. */
export function eventInDialect(
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
