import { isDay } from '#lib/core/dates.ts';
import type { Scope } from '#lib/resends/queries.ts';

export const isInstant = (at: string): boolean => /^\d{4}-\d{2}-\d{2}T/.test(at);

/** Typed text that is not a day. */
const isUnread = (at: string): boolean => at !== '' && !isDay(at) && !isInstant(at);

/** An operator's unchecked choice of a resend. `from`, `to`: São Paulo days, both inclusive, or instants. */
export type Choice = {
  what: 'failures' | 'filter' | 'selection';
  /** Only for `selection`. */
  ids: readonly string[];
  from: string;
  to: string;
  types: readonly string[];
  statuses: readonly string[];
  onlyFailed: boolean;
  /** Also transactions whose current state was already delivered. */
  everything: boolean;
  /**
   * `failures`: the receiver, unless `host` is set. `filter`: deliveries of this webhook instead of the
   * transactions' own callbackUrl.
   */
  webhookId: string | null;
  /** `failures`: of addresses at this host that belong to no registered webhook. */
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

/** True if the period ends before it begins. */
export const isRangeInverted = ({ from, to }: Pick<Choice, 'from' | 'to'>): boolean => {
  if (from === '' || to === '' || isUnread(from) || isUnread(to)) return false;
  return isDay(from) === isDay(to) ? from > to : Date.parse(from) > Date.parse(to) + 86_400_000;
};

export type Lacking = 'address' | 'selection' | 'period' | 'day' | 'crossed';

/** The first missing or invalid field, or null. Failures need no period. */
export function lacking(choice: Choice): Lacking | null {
  const { what, ids, from, to, webhookId, host } = choice;
  if (what === 'selection') return ids.length === 0 ? 'selection' : null;
  if (what === 'failures' && webhookId === null && host === null) return 'address';
  if (what === 'filter' && (from === '' || to === '')) return 'period';
  if (isUnread(from) || isUnread(to)) return 'day';
  return isRangeInverted(choice) ? 'crossed' : null;
}

/** The scope sent to the preview; null while a field is missing. */
export function scopeOf(choice: Choice): Scope | null {
  if (lacking(choice) !== null) return null;
  const options = choice.everything ? { everything: true } : {};
  const { from, to, types, statuses, onlyFailed, webhookId, host } = choice;
  if (choice.what === 'selection')
    return { scope: 'selection', transactionIds: [...new Set(choice.ids)], ...options };
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
  return { scope: 'filter', filter, ...options };
}
