import 'server-only';
import { randomUUID } from 'node:crypto';
import { seal } from '#lib/auth/server/seal.ts';
import { settings } from '#lib/core/env/settings.ts';
import type { Locale } from '#lib/core/i18n/locales.ts';
import type { Database, Transaction } from '#lib/data/client.ts';
import { dbNow } from '#lib/data/clock.ts';
import { noticeMessages } from '#lib/data/schema/notifications.ts';

/** A complete message, as the outbox seals it. `url` contains a token. */
export type DirectMail = {
  to: string;
  locale: Locale;
  kind: 'invitation' | 'reset';
  url: string;
  /** ISO 8601. */
  until: string;
};

export const directPurpose = (id: string) => `notice_messages:${id}`;

/**
 * Puts a message with a secret link into the outbox, in the transaction of the link. It is sealed, and erased
 * after sending. False without an SMTP server.
 */
export async function sendMail(tx: Database | Transaction, mail: DirectMail): Promise<boolean> {
  if (settings().smtp === null) return false;
  const id = randomUUID();
  const sealed = seal(JSON.stringify(mail), directPurpose(id));
  await tx
    .insert(noticeMessages)
    .values({ id, channel: 'email', key: id, sealed, createdAt: dbNow, dueAt: dbNow });
  return true;
}
