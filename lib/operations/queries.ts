import { queryOptions } from '@tanstack/react-query';
import type { Answer } from '#lib/api/client.ts';
import { queryOf } from '#lib/api/endpoint-queries.ts';
import { shouldRetry } from '#lib/api/query-client.ts';
import { toQuery } from '#lib/list/to-query.ts';
import type { OperationFilters } from '#lib/operations/operations.list.ts';
import { isOpen, OPEN_STATES } from '#lib/operations/rules.ts';
import { allOperations } from '#lib/operations/shell-queries.ts';

export type OperationDetail = Answer<'GET /operations/{id}'>;
export type Operation = OperationDetail['operation'];
export type SecondPersonRules = Answer<'GET /approval-rules'>;

const SOON_MS = 2_000;
const RULES_STALE_MS = 30_000;

export const operationKeys = {
  all: allOperations,
  open: (account: string, kinds: readonly string[], narrowing: object) =>
    [...operationKeys.all(account), 'open', kinds, narrowing] as const,
  rules: (account: string) => [...operationKeys.all(account), 'rules'] as const,
  reference: (account: string, clientReference: string) =>
    [...operationKeys.all(account), 'reference', clientReference] as const,
  detail: (account: string, id: string) => [...operationKeys.all(account), 'detail', id] as const,
};

export const kindQuery = (kinds: readonly string[]) => (kinds.length === 0 ? {} : { kind: kinds.join(',') });

/** Filters that narrow those under way and those that ended alike. */
export type Narrowing = Partial<Omit<OperationFilters, 'show' | 'kind' | 'sort' | 'order'>>;
export const narrowingQuery = ({ from, to, amountFrom, amountTo, operator, clientReference }: Narrowing) =>
  toQuery({ from, to, amountFrom, amountTo, operator, clientReference });

export const openQuery = (kinds: readonly string[], narrowing: Narrowing = {}) => ({
  state: OPEN_STATES.join(','),
  limit: 200,
  ...kindQuery(kinds),
  ...narrowingQuery(narrowing),
});

/** Those under way: few, so one page; looked at often while there are some. */
export const openOperationsOptions = (account: string, kinds: readonly string[], narrowing: Narrowing = {}) =>
  queryOptions({
    ...queryOf('GET /operations', operationKeys.open(account, kinds, narrowingQuery(narrowing)), {
      account,
      query: openQuery(kinds, narrowing),
    }),
    refetchInterval: ({ state }) => ((state.data?.items.length ?? 0) > 0 ? SOON_MS : 15_000),
  });

/** When money needs a second person, and what this operator asked for today; what ends or begins changes it. */
export const approvalRulesOptions = (account: string) =>
  queryOptions({
    ...queryOf('GET /approval-rules', operationKeys.rules(account), { account }),
    staleTime: RULES_STALE_MS,
    retry: shouldRetry,
  });

/** Tells if a request made here has this reference; asked when the field is left. */
export const referenceOptions = (account: string, clientReference: string) =>
  queryOptions({
    ...queryOf('GET /references/lookup', operationKeys.reference(account, clientReference), {
      account,
      query: { clientReference },
    }),
    staleTime: RULES_STALE_MS,
    retry: false,
  });

/** One operation with its attempts; looked at again until its end is known. */
export const operationOptions = (account: string, id: string) =>
  queryOptions({
    ...queryOf('GET /operations/{id}', operationKeys.detail(account, id), { account, params: { id } }),
    refetchInterval: ({ state }) => {
      const found = state.data?.operation.state;
      return found !== undefined && isOpen(found) ? SOON_MS : false;
    },
  });
