import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { call } from '#lib/api/client.ts';
import type { OutputOf } from '#lib/api/endpoint.ts';
import { shouldRetry } from '#lib/api/query-client.ts';
import type { Endpoints } from '#lib/endpoints.ts';
import { byCursor } from '#lib/list/cursor-queries.ts';
import { toQuery } from '#lib/list/to-query.ts';
import type { OperationFilters } from '#lib/operations/operations.list.ts';
import { isOpen, OPEN_STATES } from '#lib/operations/rules.ts';

export type OperationDetail = OutputOf<Endpoints['GET /operations/{id}'], 'response'>;
export type Operation = OperationDetail['operation'];
export type Receiver = OutputOf<Endpoints['GET /operations/{id}/receiver'], 'response'>['receiver'];
export type SecondPersonRules = OutputOf<Endpoints['GET /approval-rules'], 'response'>;
export type OperationApproval = OutputOf<Endpoints['GET /operations/{id}/approval'], 'response'>;

const SOON_MS = 2_000;
const PAGE_SIZE = 50;

export const operationKeys = {
  all: (account: string) => ['operations', account] as const,
  open: (account: string, kinds: readonly string[], narrowing: object) =>
    [...operationKeys.all(account), 'open', kinds, narrowing] as const,
  late: (account: string) => [...operationKeys.all(account), 'late'] as const,
  awaiting: (account: string) => [...operationKeys.all(account), 'awaiting'] as const,
  rules: (account: string) => [...operationKeys.all(account), 'rules'] as const,
  reference: (account: string, clientReference: string) =>
    [...operationKeys.all(account), 'reference', clientReference] as const,
  /** Apart from the others: what renews them must not read it again, each read of it is audited. */
  receiver: (account: string, id: string) => ['operation receiver', account, id] as const,
  approval: (account: string, id: string) => [...operationKeys.all(account), 'approval', id] as const,
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

/** Those that ended, in the order that is asked for. */
export type EndedAsk = Pick<OperationFilters, 'kind' | 'sort' | 'order'> &
  Narrowing & { states: readonly string[] };
export const endedQuery = ({ states, kind, sort, order, ...narrowing }: EndedAsk, cursor: string | null) => ({
  state: states.join(','),
  limit: PAGE_SIZE,
  ...toQuery({ kind, sort, order }),
  ...narrowingQuery(narrowing),
  ...(cursor === null ? {} : { cursor }),
});

/** Those under way: few, so one page; looked at often while there are some. */
export function openOperationsOptions(account: string, kinds: readonly string[], narrowing: Narrowing = {}) {
  return queryOptions({
    queryKey: operationKeys.open(account, kinds, narrowingQuery(narrowing)),
    queryFn: ({ signal }) => call('GET /operations', { account, query: openQuery(kinds, narrowing), signal }),
    refetchInterval: ({ state }) => ((state.data?.items.length ?? 0) > 0 ? SOON_MS : 15_000),
  });
}

/** The newest of these kinds that was asked for under a client reference. */
export function askedByReferenceOptions(account: string, kinds: readonly string[], reference: string) {
  return queryOptions({
    queryKey: [...operationKeys.all(account), 'reference', reference] as const,
    queryFn: ({ signal }) =>
      call('GET /operations', {
        account,
        query: { target: reference, limit: 1, ...kindQuery(kinds) },
        signal,
      }),
    meta: { live: false },
  });
}

const AWAITING_MS = 60_000;

const MOST_AWAITING = 50;

/** Operations waiting for this operator's decision, and their `total`. Live, with polling as a fallback. */
export function awaitingOptions(account: string) {
  return queryOptions({
    queryKey: operationKeys.awaiting(account),
    queryFn: ({ signal }) =>
      call('GET /operations', { account, query: { awaiting: 'me', limit: MOST_AWAITING }, signal }),
    refetchInterval: AWAITING_MS,
    staleTime: AWAITING_MS / 2,
  });
}

export type Approvals = OutputOf<Endpoints['GET /api/approvals'], 'response'>;

/** The slug of the page's account stands second: its event stream says when there are others. */
export const approvalKeys = { all: (account: string) => ['approvals', account] as const };

/**
 * Operations waiting for this person's decision on every account, receivers in clear. Each read is audited,
 * so it is made when somebody looks, and when one began to wait or was decided.
 */
export function approvalsOptions(account: string) {
  return queryOptions({
    queryKey: approvalKeys.all(account),
    queryFn: ({ signal }) => call('GET /api/approvals', { query: {}, signal }),
    staleTime: AWAITING_MS,
  });
}

/** The same without receivers: nothing is opened, so that it may be read with each page of one of them. */
export function approvalPlacesOptions(account: string) {
  return queryOptions({
    queryKey: [...approvalKeys.all(account), 'places'] as const,
    queryFn: ({ signal }) => call('GET /api/approvals', { query: { receivers: '0' }, signal }),
    staleTime: AWAITING_MS / 2,
  });
}

/** Whom one pays, in clear. Each reading is in the audit log: once for each time it is opened, never by itself. */
export function receiverOptions(account: string, id: string) {
  return queryOptions({
    queryKey: operationKeys.receiver(account, id),
    queryFn: ({ signal }) => call('GET /operations/{id}/receiver', { account, params: { id }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: AWAITING_MS,
    meta: { live: false },
  });
}

/** Facts for deciding a waiting operation. */
export function approvalOptions(account: string, id: string) {
  return queryOptions({
    queryKey: operationKeys.approval(account, id),
    queryFn: ({ signal }) => call('GET /operations/{id}/approval', { account, params: { id }, signal }),
  });
}

/** When money needs a second person, and what this operator asked for today; what ends or begins changes it. */
export function approvalRulesOptions(account: string) {
  return queryOptions({
    queryKey: operationKeys.rules(account),
    queryFn: ({ signal }) => call('GET /approval-rules', { account, signal }),
    staleTime: AWAITING_MS / 2,
    retry: shouldRetry,
  });
}

/** Tells if a request made here has this reference; asked when the field is left. */
export function referenceOptions(account: string, clientReference: string) {
  return queryOptions({
    queryKey: operationKeys.reference(account, clientReference),
    queryFn: ({ signal }) => call('GET /references/lookup', { account, query: { clientReference }, signal }),
    staleTime: AWAITING_MS / 2,
    retry: false,
  });
}

export const LATE_CONFIRMATIONS_QUERY = { late: 'open', limit: 20 } as const;

/** Those that happened although they were given up, and that nobody has acknowledged. */
export function lateConfirmationsOptions(account: string) {
  return queryOptions({
    queryKey: operationKeys.late(account),
    queryFn: ({ signal }) => call('GET /operations', { account, query: LATE_CONFIRMATIONS_QUERY, signal }),
    // Reading a list may show one before the page listens for changes.
    refetchInterval: 20_000,
  });
}

export function endedOperationsOptions(account: string, ask: EndedAsk) {
  return infiniteQueryOptions({
    queryKey: [...operationKeys.all(account), 'ended', endedQuery(ask, null)] as const,
    queryFn: ({ pageParam, signal }) =>
      call('GET /operations', { account, query: endedQuery(ask, pageParam), signal }),
    ...byCursor,
  });
}

/** One operation with its attempts; looked at again until its end is known. */
export function operationOptions(account: string, id: string) {
  return queryOptions({
    queryKey: operationKeys.detail(account, id),
    queryFn: ({ signal }) => call('GET /operations/{id}', { account, params: { id }, signal }),
    refetchInterval: ({ state }) => {
      const found = state.data?.operation.state;
      return found !== undefined && isOpen(found) ? SOON_MS : false;
    },
  });
}
