import 'server-only';
import { UnreadableAnswer } from '#lib/providers/envelopes.ts';
import { ifAnswered } from '#lib/providers/if-answered.ts';
import type { Listed } from '#lib/providers/port.ts';
import type { Webhook } from '#lib/providers/records.ts';

/**
 * Webhook that a registration made. An answer with the secret and no id is the only one that shows the
 * secret: Guichê reads the list at once and takes the id by the address. Throws UnreadableAnswer when the
 * list does not tell it either.
 */
export async function toRegisteredWebhook(
  read: () => Webhook,
  url: string,
  list: () => Promise<Listed<Webhook> | null>,
): Promise<Webhook> {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof UnreadableAnswer)) throw error;
    const listed = await ifAnswered(list()).catch(() => null);
    const same = listed?.items.findLast((one) => one.url !== null && sameAddress(one.url, url));
    if (same === undefined) throw error;
    return same;
  }
}

const sameAddress = (one: string, other: string) =>
  URL.canParse(one) && URL.canParse(other) && new URL(one).href === new URL(other).href;
