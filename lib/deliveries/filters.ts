import { createLoader, createParser, parseAsStringLiteral } from 'nuqs/server';
import { textUpTo, when } from '#lib/address-parsers.ts';
import type { DeliveryOutcome } from '#lib/deliveries/contract.ts';
import type { StatusClass } from '#lib/deliveries/rules.ts';

const EVENT = /^[A-Z_]{2,60}$/;
export const STATUS_CLASSES = ['2xx', '3xx', '4xx', '5xx', 'none'] as const satisfies readonly StatusClass[];
/** In the order of the facets. */
export const OUTCOME_NAMES = [
  'delivered',
  'failed',
  'recovered',
  'given_up',
] as const satisfies readonly DeliveryOutcome[];

const listOf = <Word extends string>(isWord: (word: string) => word is Word) =>
  createParser<Word[]>({
    parse(value) {
      const found = [...new Set(value.split(','))].filter(isWord).slice(0, 12);
      return found.length > 0 ? found : null;
    },
    serialize: (value) => value.join(','),
    eq: (a, b) => a.join() === b.join(),
  });

/** What may stand in the address; what does not fit is read as absent. */
export const deliveryParsers = {
  from: when,
  to: when,
  outcome: parseAsStringLiteral(OUTCOME_NAMES),
  statusClass: listOf((word): word is StatusClass => (STATUS_CLASSES as readonly string[]).includes(word)),
  event: listOf((word): word is string => EVENT.test(word)),
  webhookId: textUpTo(128),
  url: textUpTo(2048),
  transactionId: textUpTo(128),
};

export const loadDeliveryFilters = createLoader(deliveryParsers);

export type DeliveryFilters = {
  from: string | null;
  to: string | null;
  outcome: DeliveryOutcome | null;
  statusClass: StatusClass[] | null;
  event: string[] | null;
  webhookId: string | null;
  url: string | null;
  transactionId: string | null;
};

export const NO_DELIVERY_FILTERS: DeliveryFilters = {
  from: null,
  to: null,
  outcome: null,
  statusClass: null,
  event: null,
  webhookId: null,
  url: null,
  transactionId: null,
};

export type DeliveryFilterQuery = { [Name in keyof DeliveryFilters]?: string };

/** The filters as `GET /deliveries` takes them: absent ones left out, lists as comma-separated words. */
export function toDeliveryQuery(filters: DeliveryFilters): DeliveryFilterQuery {
  const query: DeliveryFilterQuery = {};
  for (const name of Object.keys(NO_DELIVERY_FILTERS) as (keyof DeliveryFilters)[]) {
    const value = filters[name];
    if (value !== null) query[name] = Array.isArray(value) ? value.join(',') : value;
  }
  return query;
}

/** Filters in force, the outcome (a facet) and the period aside. */
export const narrowedBy = (filters: DeliveryFilters): (keyof DeliveryFilters)[] =>
  (Object.keys(NO_DELIVERY_FILTERS) as (keyof DeliveryFilters)[]).filter(
    (name) => !['from', 'to', 'outcome'].includes(name) && filters[name] !== null,
  );
