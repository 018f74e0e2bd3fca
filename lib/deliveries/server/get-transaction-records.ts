import 'server-only';
import type { Account } from '#lib/accounts/server/account.ts';
import { db } from '#lib/db/client.ts';
import { rowOf } from '#lib/deliveries/server/record-row.ts';
import { nameRecords, storeRecords } from '#lib/deliveries/server/store-records.ts';
import { webhooksByUrl } from '#lib/deliveries/server/webhooks-by-url.ts';
import type { Call, ProviderPort } from '#lib/providers/port.ts';
import type { CallbackRecord } from '#lib/providers/records.ts';

const PAGE = 100;

/**
 * A transaction's records as the provider has them now, kept in the index too. Empty where the service cannot be
 * asked for one transaction's, or does not answer: then what the index has must do.
 */
export async function getTransactionRecords(
  account: Pick<Account, 'id'>,
  port: ProviderPort,
  transactionId: string,
  call: Call,
): Promise<CallbackRecord[]> {
  const page = await port.deliveries
    ?.list({ transactionId }, { page: 1, limit: PAGE }, call)
    .catch(() => null);
  const records = page?.items.filter((item) => item.transactionId === transactionId) ?? [];
  await saveRecords(account, port, records, call);
  return records;
}

export async function saveRecords(
  account: Pick<Account, 'id'>,
  port: ProviderPort,
  records: readonly CallbackRecord[],
  call: Call,
): Promise<void> {
  if (records.length === 0) return;
  const webhooks = await webhooksByUrl(account.id, port, call);
  const rows = records.map((record) => rowOf(account.id, record, webhooks));
  await db().transaction((tx) => storeRecords(tx, rows));
  await nameRecords(account.id, webhooks);
}
