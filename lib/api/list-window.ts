import 'server-only';
import { keyedHash, keyedHashes, sign, verifySigned } from '#lib/auth/server/seal.ts';
import { addDays, isDay, startOfDay } from '#lib/core/dates.ts';
import { invalidField } from '#lib/core/errors.ts';

type Window = { from?: string | undefined; to?: string | undefined };

/** `from` and `to` (São Paulo days or instants) as ISO 8601 UTC, `to` exclusive. Throws `invalid_request`. */
export function instantsOf({ from, to }: Window): { from: string | undefined; to: string | undefined } {
  const start = from === undefined ? undefined : instantOf('from', from, 0);
  const end = to === undefined ? undefined : instantOf('to', to, 1);
  if (start !== undefined && end !== undefined && start >= end) throw invalidField('to', 'before_from');
  return { from: start, to: end };
}

/** A São Paulo day (moved on by `daysLater`) or an instant, as ISO 8601 UTC. Throws `invalid_request`. */
export function instantOf(field: string, text: string, daysLater: 0 | 1): string {
  if (isDay(text)) return startOfDay(addDays(text, daysLater));
  const time = /T/.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(time)) throw invalidField(field, 'no_day');
  return new Date(time).toISOString();
}

/** The scope of a list's cursor: route, account and filters. The order of the filters does not matter. */
export function listScope(route: string, accountId: string, filter: object): string {
  const parts = Object.entries(filter).filter(([, value]) => value !== undefined);
  return JSON.stringify([route, accountId, parts.sort(([a], [b]) => (a < b ? -1 : 1))]);
}

/** Signs a list position as a cursor. Another `scope` (account, route, filters) rejects it. */
export function sealCursor(scope: string, position: unknown): string {
  const body = Buffer.from(JSON.stringify([keyedHash(scope, 'cursor-scope').slice(0, 16), position]));
  return sign(body.toString('base64url'), 'cursor');
}

/** The position of a cursor. GuicheError `invalid_request` when it was altered or belongs to another list. */
export function openCursor(scope: string, text: string): unknown {
  const body = verifySigned(text, 'cursor');
  if (body !== null) {
    const [of, position] = JSON.parse(Buffer.from(body, 'base64url').toString('utf8')) as [string, unknown];
    if (keyedHashes(scope, 'cursor-scope').some((hash) => hash.slice(0, 16) === of)) return position;
  }
  throw invalidField('cursor', 'cursor', 'The cursor is not of this list.');
}
