import 'server-only';
import { randomUUID } from 'node:crypto';
import { seal } from '#lib/auth/server/seal.ts';
import { settings } from '#lib/core/env/settings.ts';
import type { Locale } from '#lib/core/i18n/locales.ts';
import type { Database, Transaction } from '#lib/data/client.ts';
import { dbNow } from '#lib/data/clock.ts';
import { noticeMessages } from '#lib/data/schema/notifications.ts';

/** A message that stands for itself, as it is sealed in the outbox. `url` holds a token. */
export type DirectMail = {
  to: string;
  locale: Locale;
  kind: 'invitation' | 'reset';
  url: string;
  /** ISO. */
  until: string;
};

export const directPurpose = (id: string) => `notice_messages:${id}`;

/** Tells if e-mail can be sent at all. */
const canMail = (): boolean => settings().smtp !== null;

/**
 * Puts a message with a secret link into the outbox, in the transaction that made the link: sealed, and erased once it
 * left. False where no e-mail can be sent.
 */
export async function sendMail(tx: Database | Transaction, mail: DirectMail): Promise<boolean> {
  if (!canMail()) return false;
  const id = randomUUID();
  const sealed = seal(JSON.stringify(mail), directPurpose(id));
  await tx
    .insert(noticeMessages)
    .values({ id, channel: 'email', key: id, sealed, createdAt: dbNow, dueAt: dbNow });
  return true;
}
