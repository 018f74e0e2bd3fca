import 'server-only';
import { AsyncLocalStorage } from 'node:async_hooks';
import { GuicheError } from '#lib/core/errors.ts';

/** Messages of servers for a route that they do not have. */
const NO_ROUTE =
  /\bcannot (?:get|post|put|patch|delete)\b|\broute\b|\brota\b|\bendpoint\b|\bno such path\b|<html/i;
const BARE = /^\s*(?:(?:resource )?not found\.?|(?:recurso )?n[ãa]o encontrad[oa]\.?|path\b.*)?\s*$/i;
const ROUTE_CODE = /(?:^|_)(?:ROUTE|PATH|URL|ENDPOINT|METHOD)(?:_|$)/;

/** A 404's or 405's meaning. `route`: no such route. `unclear`: route or record. null: another one. */
export function absenceIn(answer: {
  status: number | null;
  code: string | null;
  message: string | null;
}): 'route' | 'unclear' | null {
  const { status, code, message } = answer;
  if (status === 405) return 'route';
  if (status !== 404) return null;
  if (code !== null) return ROUTE_CODE.test(code) ? 'route' : null;
  if (message === null || BARE.test(message)) return 'unclear';
  return NO_ROUTE.test(message) ? 'route' : null;
}

/** The HTTP status that the provider answered; null for errors without such an answer. */
export const statusOf = (error: unknown): number | null =>
  error instanceof GuicheError ? (error.details.provider?.status ?? null) : null;

/** What the provider's 404 or 405 means for the called path; null for every other error. */
export const absenceOf = (error: unknown) =>
  error instanceof GuicheError && error.details.provider !== undefined
    ? absenceIn(error.details.provider)
    : null;

/** With these statuses the provider answers about the request itself: it has the route and read the names. */
export const SHOWS_READING: ReadonlySet<number> = new Set([400, 404, 409, 410, 422]);

/** Receives the name of every field with an unreadable value, within the current async context. */
const listeners = new AsyncLocalStorage<(field: string, times: number) => void>();

export const warnUnreadable = (field: string, times = 1): void => listeners.getStore()?.(field, times);

/** Runs reads and calls `onUnreadable` for each of their values that a reader cannot interpret. */
export const collectUnreadable = <T>(
  onUnreadable: (field: string, times: number) => void,
  run: () => Promise<T>,
): Promise<T> => listeners.run(onUnreadable, run);

/** Runs a reader and collects its unreadable fields; `report` passes them on. */
export function collectWarnings<T>(run: () => T): { value: T; report: () => void } {
  const warnings: [field: string, times: number][] = [];
  const value = listeners.run((field, times) => warnings.push([field, times]), run);
  const report = () => {
    for (const [field, times] of warnings) warnUnreadable(field, times);
  };
  return { value, report };
}

/** Reported instead of a field's name for rows that were sent or counted but cannot be shown at all. */
export const WHOLE_ROW = '(row)';

/**
 * Awaits an undocumented read before a documented change. Null when the route is missing, refused to this
 * credential or unreadable. Throws when the record does not exist or the provider is unreachable.
 */
export async function ifAnswered<T>(read: Promise<T>): Promise<T | null> {
  try {
    return await read;
  } catch (error) {
    if (!(error instanceof GuicheError) || !isNoAnswer(error)) throw error;
    return null;
  }
}

function isNoAnswer(error: GuicheError): boolean {
  const status = error.details.provider?.status ?? null;
  if (error.code === 'not_supported' || absenceOf(error) !== null) return true;
  if (status !== null && status >= 200 && status < 300) return true;
  return error.code === 'provider_rejected' || (error.code === 'provider_credential' && status === 403);
}

/** Codes for an intermediary's answers. `page`: a portal's or wrong site's. `gateway`: a 5xx behind it. */
export const INTERMEDIARY = {
  redirect: 'ANSWERED_BY_REDIRECT',
  firewall: 'ANSWERED_BY_FIREWALL',
  page: 'ANSWERED_BY_PAGE',
  gateway: 'ANSWERED_BY_GATEWAY',
} as const;
const INTERMEDIARIES: ReadonlySet<string | null> = new Set(Object.values(INTERMEDIARY));

export const isOfIntermediary = (code: string | null | undefined): boolean =>
  code !== undefined && INTERMEDIARIES.has(code);
