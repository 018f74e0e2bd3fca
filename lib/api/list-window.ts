import 'server-only';
import { addDays, isDay, startOfDay } from '#lib/core/dates.ts';
import { GuicheError } from '#lib/core/errors.ts';

type Window = { from?: string | undefined; to?: string | undefined };

/**
 * Converts a list's `from` and `to` for the providers: São Paulo days (both inclusive) and instants become
 * ISO 8601 UTC, with `to` exclusive. GuicheError `invalid_request` names the invalid field.
 */
export function instantsOf({ from, to }: Window): { from: string | undefined; to: string | undefined } {
  const start = from === undefined ? undefined : instantOf('from', from, 0);
  const end = to === undefined ? undefined : instantOf('to', to, 1);
  if (start !== undefined && end !== undefined && start >= end) throw invalidField('to', 'before_from');
  return { from: start, to: end };
}

function instantOf(field: 'from' | 'to', text: string, daysLater: 0 | 1): string {
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

export function invalidField(field: string, message: string): GuicheError {
  return new GuicheError('invalid_request', 'The request is not of the expected form.', {
    fields: [{ field, message }],
  });
}
