import type { Answer } from '#lib/api/client.ts';
import { pagesOf, queryOf, recordQuery } from '#lib/api/endpoint-queries.ts';
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

/** Operations waiting for this operator's decision, and their `total`. Live, with polling as a fallback. */
export const awaitingOptions = (account: string) =>
  queryOf(
    'GET /operations',
    { account, query: { awaiting: 'me', limit: 50 } },
    { refetchInterval: AWAITING_MS, staleTime: AWAITING_MS / 2 },
  );

/**
 * Operations that happened after they were given up, and that nobody has acknowledged. A list read may
 * confirm one before the page subscribes to changes.
 */
export const lateConfirmationsOptions = (account: string) =>
  queryOf('GET /operations', { account, query: { late: 'open', limit: 20 } }, { refetchInterval: 20_000 });

const kindQuery = (kinds: readonly string[]) => (kinds.length === 0 ? {} : { kind: kinds.join(',') });

/** Filters that apply to open and ended operations alike. */
type Narrowing = Partial<Omit<OperationFilters, 'show' | 'kind' | 'sort' | 'order'>>;
const narrowingQuery = ({ from, to, amountFrom, amountTo, operator, clientReference }: Narrowing) =>
  toQuery({ from, to, amountFrom, amountTo, operator, clientReference });

/** Open operations: few, so one page. Refetched often while there are any. */
export const openOperationsOptions = (account: string, kinds: readonly string[], narrowing: Narrowing = {}) =>
  queryOf(
    'GET /operations',
    {
      account,
      query: { state: OPEN_STATES.join(','), limit: 200, ...kindQuery(kinds), ...narrowingQuery(narrowing) },
    },
    { refetchInterval: ({ state }) => ((state.data?.items.length ?? 0) > 0 ? SOON_MS : 15_000) },
  );

/** Approval limits, and what this operator requested today. Changes as operations begin and end. */
export const approvalRulesOptions = (account: string) =>
  queryOf(
    'GET /approval-rules',
    { account },
    { under: allOperations(account), staleTime: RULES_STALE_MS, retry: shouldRetry },
  );

/** Whether a request made in Guichê already uses this reference. Read when the field loses focus. */
export const referenceOptions = (account: string, clientReference: string) =>
  queryOf(
    'GET /references/lookup',
    { account, query: { clientReference } },
    { under: allOperations(account), staleTime: RULES_STALE_MS, retry: false },
  );

/** One operation with its attempts, refetched until it has ended. */
export const operationOptions = recordQuery('GET /operations/{id}', {
  refetchInterval: ({ state }) => {
    const found = state.data?.operation.state;
    return found !== undefined && isOpen(found) ? SOON_MS : false;
  },
});

/** Filters and order of the ended operations. */
type EndedFilter = Pick<OperationFilters, 'kind' | 'sort' | 'order'> &
  Narrowing & { states: readonly string[] };

export const endedOperationsOptions = (
  account: string,
  { states, kind, sort, order, ...narrowing }: EndedFilter,
) =>
  pagesOf('GET /operations', {
    account,
    query: {
      state: states.join(','),
      limit: 50,
      ...toQuery({ kind, sort, order }),
      ...narrowingQuery(narrowing),
    },
  });

/** The newest operation of these kinds that was requested with this client reference. */
export const requestedByReferenceOptions = (account: string, kinds: readonly string[], reference: string) =>
  queryOf(
    'GET /operations',
    { account, query: { target: reference, limit: 1, ...kindQuery(kinds) } },
    { meta: { live: false } },
  );

export type Receiver = Answer<'GET /operations/{id}/receiver'>['receiver'];
export type OperationApproval = Answer<'GET /operations/{id}/approval'>;
export type Approvals = Answer<'GET /api/approvals'>;

/** The second part is the slug of the page's account: its event stream reports changes. */
const allApprovals = (account: string) => ['approvals', account] as const;

/**
 * Operations waiting for this person's decision on every account, receivers unmasked. Each read is audited,
 * so it happens only when the page is opened and when an operation begins to wait or is decided.
 */
export const approvalsOptions = (account: string) =>
  queryOf('GET /api/approvals', {}, { under: allApprovals(account), staleTime: AWAITING_MS });

/** `approvalsOptions` without receivers. It reveals nothing: each page of a waiting operation may read it. */
export const approvalPlacesOptions = (account: string) =>
  queryOf(
    'GET /api/approvals',
    { query: { receivers: '0' } },
    { under: allApprovals(account), staleTime: AWAITING_MS / 2 },
  );

/** Unmasked and audited: read once per opening. No invalidation of the operations may read it again. */
export const receiverOptions = recordQuery(
  'GET /operations/{id}/receiver',
  { staleTime: Number.POSITIVE_INFINITY, gcTime: AWAITING_MS, meta: { live: false } },
  (account) => ['operation receiver', account],
);

/** Facts for deciding on a waiting operation. */
export const approvalOptions = recordQuery('GET /operations/{id}/approval');
