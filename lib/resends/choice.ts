import { isDay } from '#lib/dates.ts';
import type { Choice } from '#lib/resends/no-choice.ts';
import type { Scope } from '#lib/resends/queries.ts';

export const isInstant = (at: string): boolean => /^\d{4}-\d{2}-\d{2}T/.test(at);

/** Typed text that names no day. */
const isUnread = (at: string): boolean => at !== '' && !isDay(at) && !isInstant(at);

/** The period ends before it begins. */
export const isCrossed = ({ from, to }: Pick<Choice, 'from' | 'to'>): boolean => {
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
  return isCrossed(choice) ? 'crossed' : null;
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
