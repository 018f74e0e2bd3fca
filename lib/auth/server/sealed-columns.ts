import 'server-only';
import type { PgTable } from 'drizzle-orm/pg-core';
import { accounts } from '#lib/db/schema/accounts.ts';
import { closedFailures } from '#lib/db/schema/deliveries.ts';
import { disputeAttachments, disputeDrafts, disputeNotes, disputeWork } from '#lib/db/schema/disputes.ts';
import { noticeChannels, noticeMessages } from '#lib/db/schema/notifications.ts';
import { operations } from '#lib/db/schema/operations.ts';
import { codeApps } from '#lib/db/schema/operators.ts';
import { retiredKeys } from '#lib/db/schema/retired-keys.ts';
import { webhookSecrets } from '#lib/db/schema/webhooks.ts';

type Row = Record<string, unknown>;
/** `purpose`: what whoever opens the column gives to `unseal`. */
export type SealedColumn = { table: PgTable; column: string; purpose: (row: Row) => string };

/** Every column that holds what `seal` made: a test compares them with the schema. */
export const SEALED: readonly SealedColumn[] = [
  { table: accounts, column: 'credentials', purpose: ({ id }) => `credentials:${id}` },
  { table: webhookSecrets, column: 'sealed', purpose: ({ id }) => `webhook-secret:${id}` },
  { table: operations, column: 'request', purpose: ({ id }) => `operation:${id}` },
  { table: disputeWork, column: 'receipt', purpose: (row) => `dispute_work.receipt:${ofDispute(row)}` },
  { table: disputeDrafts, column: 'content', purpose: (row) => `dispute_drafts:${ofDispute(row)}` },
  { table: disputeAttachments, column: 'name', purpose: ({ id }) => `dispute_attachments.name:${id}` },
  { table: disputeAttachments, column: 'bytes', purpose: ({ id }) => `dispute_attachments.bytes:${id}` },
  { table: disputeNotes, column: 'body', purpose: ({ id }) => `dispute_notes:${id}` },
  {
    table: closedFailures,
    column: 'note',
    purpose: ({ accountId, deliveryId }) => `closed_failures:${accountId}:${deliveryId}`,
  },
  { table: codeApps, column: 'secret', purpose: () => 'code-app' },
  { table: noticeMessages, column: 'sealed', purpose: ({ id }) => `notice_messages:${id}` },
  { table: noticeChannels, column: 'url', purpose: ({ id }) => `notice_channels:${id}:url` },
  { table: noticeChannels, column: 'secret', purpose: ({ id }) => `notice_channels:${id}:secret` },
  {
    table: retiredKeys,
    column: 'sealed',
    purpose: ({ keyId, purpose }) => `retired_keys:${keyId}:${purpose}`,
  },
];

const ofDispute = ({ accountId, disputeId }: Row) => `${accountId}:${disputeId}`;
