import { queryOptions } from '@tanstack/react-query';
import type { Answer } from '#lib/api/client.ts';
import { queryOf } from '#lib/api/endpoint-queries.ts';
import { AWAITING_MS, allOperations } from '#lib/operations/shell-queries.ts';

/** Readings of a second person before a decision. */

export type Receiver = Answer<'GET /operations/{id}/receiver'>['receiver'];
export type OperationApproval = Answer<'GET /operations/{id}/approval'>;
export type Approvals = Answer<'GET /api/approvals'>;

/** The slug of the page's account stands second: its event stream says when there are others. */
export const approvalKeys = { all: (account: string) => ['approvals', account] as const };

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
