import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { Answer } from '#lib/api/client.ts';
import { pagesOf, queryOf } from '#lib/api/endpoint-queries.ts';
import { shouldRetry } from '#lib/api/query-client.ts';
import { toQuery } from '#lib/list/parsers.ts';
import type { OperationFilters } from '#lib/operations/operations.list.ts';
import { isOpen, OPEN_STATES } from '#lib/operations/rules.ts';

export type OperationDetail = Answer<'GET /operations/{id}'>;
export type Operation = OperationDetail['operation'];
export type SecondPersonRules = Answer<'GET /approval-rules'>;

const SOON_MS = 2_000;
const RULES_STALE_MS = 30_000;

/** The frame of every page uses these queries, so this module imports no query of a single page. */

export const allOperations = (account: string) => ['operations', account] as const;

const AWAITING_MS = 60_000;

export const AWAITING_QUERY = { awaiting: 'me', limit: 50 } as const;

/** Operations waiting for this operator's decision, and their `total`. Live, with polling as a fallback. */
export const awaitingOptions = (account: string) =>
  queryOptions({
    ...queryOf('GET /operations', [...allOperations(account), 'awaiting'] as const, {
      account,
      query: AWAITING_QUERY,
    }),
    refetchInterval: AWAITING_MS,
    staleTime: AWAITING_MS / 2,
  });

export const LATE_CONFIRMATIONS_QUERY = { late: 'open', limit: 20 } as const;

/** Operations that happened after they were given up, and that nobody has acknowledged. */
export const lateConfirmationsOptions = (account: string) =>
  queryOptions({
    ...queryOf('GET /operations', [...allOperations(account), 'late'] as const, {
      account,
      query: LATE_CONFIRMATIONS_QUERY,
    }),
    // A list read may confirm one before the page subscribes to changes.
    refetchInterval: 20_000,
  });

export const operationKeys = {
  all: allOperations,
  detail: (account: string, id: string) => [...allOperations(account), 'detail', id] as const,
};

const kindQuery = (kinds: readonly string[]) => (kinds.length === 0 ? {} : { kind: kinds.join(',') });

/** Filters that apply to open and ended operations alike. */
type Narrowing = Partial<Omit<OperationFilters, 'show' | 'kind' | 'sort' | 'order'>>;
const narrowingQuery = ({ from, to, amountFrom, amountTo, operator, clientReference }: Narrowing) =>
  toQuery({ from, to, amountFrom, amountTo, operator, clientReference });

export const openQuery = (kinds: readonly string[], narrowing: Narrowing = {}) => ({
  state: OPEN_STATES.join(','),
  limit: 200,
  ...kindQuery(kinds),
  ...narrowingQuery(narrowing),
});

/** Open operations: few, so one page. Refetched often while there are any. */
export const openOperationsOptions = (account: string, kinds: readonly string[], narrowing: Narrowing = {}) =>
  queryOptions({
    ...queryOf('GET /operations', [...allOperations(account), 'open', kinds, narrowingQuery(narrowing)], {
      account,
      query: openQuery(kinds, narrowing),
    }),
    refetchInterval: ({ state }) => ((state.data?.items.length ?? 0) > 0 ? SOON_MS : 15_000),
  });

/** Approval limits, and what this operator requested today. Changes as operations begin and end. */
export const approvalRulesOptions = (account: string) =>
  queryOptions({
    ...queryOf('GET /approval-rules', [...allOperations(account), 'rules'], { account }),
    staleTime: RULES_STALE_MS,
    retry: shouldRetry,
  });

/** Whether a request made in Guichê already uses this reference. Read when the field loses focus. */
export const referenceOptions = (account: string, clientReference: string) =>
  queryOptions({
    ...queryOf('GET /references/lookup', [...allOperations(account), 'reference', clientReference], {
      account,
      query: { clientReference },
    }),
    staleTime: RULES_STALE_MS,
    retry: false,
  });

/** One operation with its attempts, refetched until it has ended. */
export const operationOptions = (account: string, id: string) =>
  queryOptions({
    ...queryOf('GET /operations/{id}', operationKeys.detail(account, id), { account, params: { id } }),
    refetchInterval: ({ state }) => {
      const found = state.data?.operation.state;
      return found !== undefined && isOpen(found) ? SOON_MS : false;
    },
  });

const PAGE_SIZE = 50;

/** Filters and order of the ended operations. */
type EndedFilter = Pick<OperationFilters, 'kind' | 'sort' | 'order'> &
  Narrowing & { states: readonly string[] };

export const endedQuery = (
  { states, kind, sort, order, ...narrowing }: EndedFilter,
  cursor: string | null,
) => ({
  state: states.join(','),
  limit: PAGE_SIZE,
  ...toQuery({ kind, sort, order }),
  ...narrowingQuery(narrowing),
  ...(cursor === null ? {} : { cursor }),
});

export const endedOperationsOptions = (account: string, filter: EndedFilter) =>
  infiniteQueryOptions(
    pagesOf('GET /operations', [...allOperations(account), 'ended', endedQuery(filter, null)], (cursor) => ({
      account,
      query: endedQuery(filter, cursor),
    })),
  );

/** The newest operation of these kinds that was requested with this client reference. */
export const requestedByReferenceOptions = (account: string, kinds: readonly string[], reference: string) =>
  queryOptions({
    ...queryOf('GET /operations', [...allOperations(account), 'requested', kinds, reference], {
      account,
      query: { target: reference, limit: 1, ...kindQuery(kinds) },
    }),
    meta: { live: false },
  });

export type Receiver = Answer<'GET /operations/{id}/receiver'>['receiver'];
export type OperationApproval = Answer<'GET /operations/{id}/approval'>;
export type Approvals = Answer<'GET /api/approvals'>;

/** The second part is the slug of the page's account: its event stream reports changes. */
const approvalsKey = (account: string) => ['approvals', account] as const;

/**
 * Operations waiting for this person's decision on every account, receivers unmasked. Each read is audited,
 * so it happens only when the page is opened and when an operation begins to wait or is decided.
 */
export const approvalsOptions = (account: string) =>
  queryOptions({
    ...queryOf('GET /api/approvals', approvalsKey(account), {}),
    staleTime: AWAITING_MS,
  });

/** `approvalsOptions` without receivers. It reveals nothing: each page of a waiting operation may read it. */
export const approvalPlacesOptions = (account: string) =>
  queryOptions({
    ...queryOf('GET /api/approvals', [...approvalsKey(account), 'places'], { query: { receivers: '0' } }),
    staleTime: AWAITING_MS / 2,
  });

/** Unmasked and audited: read once per opening. No `operationKeys` invalidation may read it again. */
export const receiverOptions = (account: string, id: string) =>
  queryOptions({
    ...queryOf('GET /operations/{id}/receiver', ['operation receiver', account, id], {
      account,
      params: { id },
    }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: AWAITING_MS,
    meta: { live: false },
  });

/** Facts for deciding on a waiting operation. */
export const approvalOptions = (account: string, id: string) =>
  queryOptions(
    queryOf('GET /operations/{id}/approval', [...allOperations(account), 'approval', id] as const, {
      account,
      params: { id },
    }),
  );
