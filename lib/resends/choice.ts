import { isDay } from '#lib/core/dates.ts';
import type { Scope } from '#lib/resends/queries.ts';

export const isInstant = (at: string): boolean => /^\d{4}-\d{2}-\d{2}T/.test(at);

/** Typed text that names no day. */
const isUnread = (at: string): boolean => at !== '' && !isDay(at) && !isInstant(at);

/** An operator's unchecked choice of a resend. `from`, `to`: São Paulo days, both inclusive, or instants. */
export type Choice = {
  what: 'failures' | 'filter' | 'selection';
  /** Of a selection. */
  ids: readonly string[];
  from: string;
  to: string;
  types: readonly string[];
  statuses: readonly string[];
  onlyFailed: boolean;
  /** Also what has already got its present state. */
  everything: boolean;
  /** `failures`: whose, unless `host` is; `filter`: rows of this one instead of the transactions' own address. */
  webhookId: string | null;
  /** `failures`: of addresses at this host that are no registered webhook. */
  host: string | null;
};

export const EMPTY_SCOPE_FORM: Choice = {
  what: 'failures',
  ids: [],
  from: '',
  to: '',
  types: [],
  statuses: [],
  onlyFailed: true,
  everything: false,
  webhookId: null,
  host: null,
};

/** The period ends before it begins. */
export const isRangeInverted = ({ from, to }: Pick<Choice, 'from' | 'to'>): boolean => {
  if (from === '' || to === '' || isUnread(from) || isUnread(to)) return false;
  return isDay(from) === isDay(to) ? from > to : Date.parse(from) > Date.parse(to) + 86_400_000;
};

export type Lacking = 'address' | 'selection' | 'period' | 'day' | 'crossed';

/** The field that the choice lacks to be checked; null: none. Failures need no period. */
export function lacking(choice: Choice): Lacking | null {
  const { what, ids, from, to, webhookId, host } = choice;
  if (what === 'selection') return ids.length === 0 ? 'selection' : null;
  if (what === 'failures' && webhookId === null && host === null) return 'address';
  if (what === 'filter' && (from === '' || to === '')) return 'period';
  if (isUnread(from) || isUnread(to)) return 'day';
  return isRangeInverted(choice) ? 'crossed' : null;
}

/** The scope sent to the preview; null while something is lacking. */
export function scopeOf(choice: Choice): Scope | null {
  if (lacking(choice) !== null) return null;
  const more = choice.everything ? { everything: true } : {};
  const { from, to, types, statuses, onlyFailed, webhookId, host } = choice;
  if (choice.what === 'selection')
    return { scope: 'selection', transactionIds: [...new Set(choice.ids)], ...more };
  if (choice.what === 'failures')
    return {
      scope: 'failures',
      ...(webhookId === null ? { host: host ?? '' } : { webhookId }),
      ...(from === '' ? {} : { from }),
      ...(to === '' ? {} : { to }),
    };
  const filter = {
    from,
    to,
    ...(types.length === 0 ? {} : { type: [...types] }),
    ...(statuses.length === 0 ? {} : { status: [...statuses] }),
    ...(onlyFailed ? { onlyFailed } : {}),
    ...(webhookId === null ? {} : { webhookId }),
  };
  return { scope: 'filter', filter, ...more };
}
