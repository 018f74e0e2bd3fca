import type { Dialect } from '../account.ts';
import { BARE_PIX } from '../bare-dialect.ts';
import type { PixReply, PixRoute } from '../types.ts';
import { type Json, NESTED } from './nested-dialect.ts';
import { LEAN, WRAPPED } from './wrapped-lean-dialects.ts';

/** Drops null fields at any depth. */
export function sparse(value: Json): Json {
  if (Array.isArray(value)) return value.map(sparse);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, one]) => one !== null && one !== undefined)
      .map(([name, one]) => [name, sparse(one)]),
  );
}

const CONVERTERS = { bare: BARE_PIX, nested: NESTED, wrapped: WRAPPED, lean: LEAN };

/** Converts a response to the current dialect; names that document 1 shows never change. */
export function inDialect(dialect: Dialect, route: PixRoute, reply: PixReply): PixReply {
  if (dialect === 'plain' || reply.body || reply.json === undefined) return reply;
  if (dialect === 'sparse') return { ...reply, json: sparse(reply.json) };
  const converter = CONVERTERS[dialect][`${route.method} ${route.path}`];
  if (converter) return { ...reply, json: converter(reply.json) };
  return dialect === 'lean' ? { ...reply, json: sparse(reply.json) } : reply;
}
