import 'server-only';
import { createHmac } from 'node:crypto';
import type { PgTable } from 'drizzle-orm/pg-core';
import { deriveKey, isSameHash, masterSecrets } from '#lib/core/env/secret.ts';
import { accounts } from '#lib/data/schema/accounts.ts';
import { retiredKeys } from '#lib/data/schema/audit.ts';
import { closedFailures } from '#lib/data/schema/deliveries.ts';
import { disputeAttachments, disputeDrafts, disputeNotes, disputeWork } from '#lib/data/schema/disputes.ts';
import { noticeChannels, noticeMessages } from '#lib/data/schema/notifications.ts';
import { operations } from '#lib/data/schema/operations.ts';
import { codeApps } from '#lib/data/schema/operators.ts';
import { webhookSecrets } from '#lib/data/schema/webhooks.ts';

export { seal, unseal } from '#lib/core/env/sealing.ts';

/** Keyed hash (hex) of a value that must be recognized but not readable. */
export function keyedHash(value: string, purpose: string): string {
  return hashWith(deriveKey(purpose), value);
}

/** The hash under each secret of this process, the current one first; finds hashes from before a rotation. */
export function keyedHashes(value: string, purpose: string): string[] {
  return masterSecrets().map((master) => hashWith(deriveKey(purpose, master), value));
}

export const hashWith = (key: Buffer, value: string): string =>
  createHmac('sha256', key).update(value).digest('hex');

/** Signs a value: `<value>.<mac>`, readable by anyone. `bound` (a session) is signed but not in the text. */
export function sign(value: string, purpose: string, bound = ''): string {
  return `${value}.${macOf(deriveKey(purpose), value, bound)}`;
}

const macOf = (key: Buffer, value: string, bound: string) =>
  createHmac('sha256', key)
    .update(bound === '' ? value : `${value}\0${bound}`)
    .digest('base64url');

/** The value that `sign` signed with the current or previous secret, or null. Compares in constant time. */
export function verifySigned(text: string, purpose: string, bound = ''): string | null {
  const cut = text.lastIndexOf('.');
  if (cut < 1) return null;
  const value = text.slice(0, cut);
  const received = text.slice(cut + 1);
  const matches = masterSecrets().some((master) =>
    isSameHash(macOf(deriveKey(purpose, master), value, bound), received),
  );
  return matches ? value : null;
}

type Row = Record<string, unknown>;

/** `purpose`: the purpose that `unseal` needs for a row's value. */
export type SealedColumn = { table: PgTable; column: string; purpose: (row: Row) => string };

/** Every column with sealed values. A test compares this list with the schema. */
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
