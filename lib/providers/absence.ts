import 'server-only';
import { AsyncLocalStorage } from 'node:async_hooks';
import { GuicheError } from '#lib/core/errors.ts';

/** Words of servers for an address that they do not have. */
const NO_ROUTE =
  /\bcannot (?:get|post|put|patch|delete)\b|\broute\b|\brota\b|\bendpoint\b|\bno such path\b|<html/i;
const BARE = /^\s*(?:(?:resource )?not found\.?|(?:recurso )?n[ãa]o encontrad[oa]\.?|path\b.*)?\s*$/i;
const ROUTE_CODE = /(?:^|_)(?:ROUTE|PATH|URL|ENDPOINT|METHOD)(?:_|$)/;

/**
 * Tells what a 404 or 405 means for the called address. `route`: the service has none there; `untold`: only
 * the status tells, so it may mean route or thing; null: it speaks of the thing, or is no such answer.
 */
export function absenceIn(answer: {
  status: number | null;
  code: string | null;
  message: string | null;
}): 'route' | 'untold' | null {
  const { status, code, message } = answer;
  if (status === 405) return 'route';
  if (status !== 404) return null;
  if (code !== null) return ROUTE_CODE.test(code) ? 'route' : null;
  if (message === null || BARE.test(message)) return 'untold';
  return NO_ROUTE.test(message) ? 'route' : null;
}

/** The HTTP status that the provider answered, where the error is such an answer. */
export const statusOf = (error: unknown): number | null =>
  error instanceof GuicheError ? (error.details.provider?.status ?? null) : null;

/** Absence that the provider's refusal tells of the called address; null for every other error. */
export const absenceOf = (error: unknown) =>
  error instanceof GuicheError && error.details.provider !== undefined
    ? absenceIn(error.details.provider)
    : null;

/** Told, while somebody listens, the name of every field that had a value which could not be read. */
const listeners = new AsyncLocalStorage<(field: string, times: number) => void>();

export const warnUnreadable = (field: string, times = 1): void => listeners.getStore()?.(field, times);

/** Runs reads; `heard` is called for each value of theirs that a reader could not make anything of. */
export const collectUnreadable = <T>(
  heard: (field: string, times: number) => void,
  run: () => Promise<T>,
): Promise<T> => listeners.run(heard, run);

/** Runs a reader and holds back its unreadable fields: of several tries, only the chosen one tells them. */
export function collectWarnings<T>(run: () => T): { value: T; tell: () => void } {
  const told: [field: string, times: number][] = [];
  const value = listeners.run((field, times) => told.push([field, times]), run);
  const tell = () => {
    for (const [field, times] of told) warnUnreadable(field, times);
  };
  return { value, tell };
}

/** Told in a field's place for rows that came, or were counted, and cannot be shown at all. */
export const WHOLE_ROW = '(row)';

/**
 * Answer of a read that no document shows, made before a change that they do show. Null when the service has
 * no such route, refuses it to this credential, or answers in an unreadable form: the change does not wait
 * for it. Throws when the provider says that the thing itself does not exist, or cannot be reached at all.
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
  // Taken, and not understood.
  if (status !== null && status >= 200 && status < 300) return true;
  return error.code === 'provider_rejected' || (error.code === 'provider_credential' && status === 403);
}
