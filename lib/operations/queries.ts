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

/** Asked by the frame of every page: a module of its own, so that no page brings the queries of another. */

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

/** Those that happened although they were given up, and that nobody has acknowledged. */
export const lateConfirmationsOptions = (account: string) =>
  queryOptions({
    ...queryOf('GET /operations', [...allOperations(account), 'late'] as const, {
      account,
      query: LATE_CONFIRMATIONS_QUERY,
    }),
    // Reading a list may show one before the page listens for changes.
    refetchInterval: 20_000,
  });

export const operationKeys = {
  all: allOperations,
  open: (account: string, kinds: readonly string[], narrowing: object) =>
    [...operationKeys.all(account), 'open', kinds, narrowing] as const,
  rules: (account: string) => [...operationKeys.all(account), 'rules'] as const,
  reference: (account: string, clientReference: string) =>
    [...operationKeys.all(account), 'reference', clientReference] as const,
  detail: (account: string, id: string) => [...operationKeys.all(account), 'detail', id] as const,
};

const kindQuery = (kinds: readonly string[]) => (kinds.length === 0 ? {} : { kind: kinds.join(',') });

/** Filters that narrow those under way and those that ended alike. */
type Narrowing = Partial<Omit<OperationFilters, 'show' | 'kind' | 'sort' | 'order'>>;
const narrowingQuery = ({ from, to, amountFrom, amountTo, operator, clientReference }: Narrowing) =>
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

const PAGE_SIZE = 50;

/** Those that ended, in the order that is asked for. */
type EndedAsk = Pick<OperationFilters, 'kind' | 'sort' | 'order'> & Narrowing & { states: readonly string[] };

export const endedQuery = ({ states, kind, sort, order, ...narrowing }: EndedAsk, cursor: string | null) => ({
  state: states.join(','),
  limit: PAGE_SIZE,
  ...toQuery({ kind, sort, order }),
  ...narrowingQuery(narrowing),
  ...(cursor === null ? {} : { cursor }),
});

export const endedOperationsOptions = (account: string, ask: EndedAsk) =>
  infiniteQueryOptions(
    pagesOf('GET /operations', [...operationKeys.all(account), 'ended', endedQuery(ask, null)], (cursor) => ({
      account,
      query: endedQuery(ask, cursor),
    })),
  );

/** The newest of these kinds that was asked for under a client reference. */
export const askedByReferenceOptions = (account: string, kinds: readonly string[], reference: string) =>
  queryOptions({
    ...queryOf('GET /operations', [...operationKeys.all(account), 'asked', kinds, reference], {
      account,
      query: { target: reference, limit: 1, ...kindQuery(kinds) },
    }),
    meta: { live: false },
  });

/** Readings of a second person before a decision. */

export type Receiver = Answer<'GET /operations/{id}/receiver'>['receiver'];

export type OperationApproval = Answer<'GET /operations/{id}/approval'>;

export type Approvals = Answer<'GET /api/approvals'>;

/** The slug of the page's account stands second: its event stream says when there are others. */
const approvalKeys = { all: (account: string) => ['approvals', account] as const };

/**
 * Operations waiting for this person's decision on every account, receivers in clear. Each read is audited,
 * so it is made when somebody looks, and when one began to wait or was decided.
 */
export const approvalsOptions = (account: string) =>
  queryOptions({
    ...queryOf('GET /api/approvals', approvalKeys.all(account), {}),
    staleTime: AWAITING_MS,
  });

/** The same without receivers: nothing is opened, so that it may be read with each page of one of them. */
export const approvalPlacesOptions = (account: string) =>
  queryOptions({
    ...queryOf('GET /api/approvals', [...approvalKeys.all(account), 'places'], { query: { receivers: '0' } }),
    staleTime: AWAITING_MS / 2,
  });

/** Apart from the others: what renews them must not read it again, each read of it is audited. */
const receiverKey = (account: string, id: string) => ['operation receiver', account, id] as const;

/** Whom one pays, in clear. Each reading is in the audit log: once for each time it is opened, never by itself. */
export const receiverOptions = (account: string, id: string) =>
  queryOptions({
    ...queryOf('GET /operations/{id}/receiver', receiverKey(account, id), {
      account,
      params: { id },
    }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: AWAITING_MS,
    meta: { live: false },
  });

/** Facts for deciding a waiting operation. */
export const approvalOptions = (account: string, id: string) =>
  queryOptions(
    queryOf('GET /operations/{id}/approval', [...allOperations(account), 'approval', id] as const, {
      account,
      params: { id },
    }),
  );
