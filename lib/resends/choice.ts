import { isDay } from '#lib/dates.ts';
import type { Scope } from '#lib/resends/queries.ts';

/** What an operator chose to send again, before it is checked. `from`, `to`: São Paulo days, both inclusive, or instants. */
export type Choice = {
  what: 'filter' | 'selection' | 'webhook';
  /** Of a selection. */
  ids: readonly string[];
  from: string;
  to: string;
  types: readonly string[];
  statuses: readonly string[];
  onlyFailed: boolean;
  /** Also what has already got its present state. */
  everything: boolean;
  /** `webhook`: whose failures; `filter`: rows of this one instead of the transactions' own address. */
  webhookId: string | null;
};

export const NO_CHOICE: Choice = {
  what: 'filter',
  ids: [],
  from: '',
  to: '',
  types: [],
  statuses: [],
  onlyFailed: true,
  everything: false,
  webhookId: null,
};

/** The period ends before it begins. */
export const isCrossed = ({ from, to }: Pick<Choice, 'from' | 'to'>): boolean => {
  if (from === '' || to === '') return false;
  return isDay(from) === isDay(to) ? from > to : Date.parse(from) > Date.parse(to) + 86_400_000;
};

/** What the preview is asked for; null while something is missing (a period, an endpoint, a transaction). */
export function scopeOf(choice: Choice): Scope | null {
  const more = choice.everything ? { everything: true } : {};
  if (choice.what === 'selection')
    return choice.ids.length === 0
      ? null
      : { scope: 'selection', transactionIds: [...new Set(choice.ids)], ...more };
  if (choice.what === 'webhook')
    return choice.webhookId === null ? null : { scope: 'webhook', webhookId: choice.webhookId, ...more };
  const { from, to, types, statuses, onlyFailed, webhookId } = choice;
  if (from === '' || to === '' || isCrossed(choice)) return null;
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
