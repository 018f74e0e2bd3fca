import type { Dialect } from '../account.ts';
import { BARE_PIX } from '../bare-dialect.ts';
import type { PixReply, PixRoute } from '../types.ts';
import { type Json, NESTED } from './nested-dialect.ts';
import { LEAN, WRAPPED } from './wrapped-lean-dialects.ts';

/** Null fields left out, at any depth. */
export function sparse(value: Json): Json {
  if (Array.isArray(value)) return value.map(sparse);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, one]) => one !== null && one !== undefined)
      .map(([name, one]) => [name, sparse(one)]),
  );
}

const SPOKEN = { bare: BARE_PIX, nested: NESTED, wrapped: WRAPPED, lean: LEAN };

/** The same answer in the dialect in force; names that document 1 gives never change. */
export function speak(dialect: Dialect, route: PixRoute, reply: PixReply): PixReply {
  if (dialect === 'plain' || reply.body || reply.json === undefined) return reply;
  if (dialect === 'sparse') return { ...reply, json: sparse(reply.json) };
  const speaker = SPOKEN[dialect][`${route.method} ${route.path}`];
  if (speaker) return { ...reply, json: speaker(reply.json) };
  return dialect === 'lean' ? { ...reply, json: sparse(reply.json) } : reply;
}
