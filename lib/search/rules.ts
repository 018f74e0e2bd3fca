import { saoPauloDay } from '#lib/core/dates.ts';
import type { FoundThing } from '#lib/search/contract.ts';

const ADDRESS = /^https?:\/\/./i;
const HOST = /^(?:[\w-]+\.)+[a-z]{2,}(?:[/:?#]\S*)?$/i;
const BARE_ID = /^(?:[a-z]+:)?[0-9A-Za-z_-]{8,128}$/;

/** A webhook's address, or the beginning of one. */
export const isAddress = (text: string) => ADDRESS.test(text) || HOST.test(text);

/** One unbroken code with a digit in it: some id, protocol or reference, whatever the provider's look like. */
export const isCode = (text: string) => BARE_ID.test(text) && /\d/.test(text);

/** Where it stands, below the account's address: ids only, nothing of a person. */
export function pathOfThing({ page, id, name, at }: FoundThing): string {
  const code = encodeURIComponent(id);
  switch (page) {
    case 'operations':
      return `operations?open=${code}`;
    case 'webhooks':
      return `webhooks?open=${encodeURIComponent(`endpoint:${id}`)}`;
    case 'card':
      return `card?open=${code}`;
    case 'recurrences':
      return `card?recurrenceId=${code}`;
    case 'pending-deposits':
      return `statement?tab=pending&open=${code}`;
    case 'statement':
      return `statement?${new URLSearchParams({ ...dayOf(at), ...(name === id ? {} : { transactionId: name }), open: id })}`;
    default:
      return `${page}/${code}`;
  }
}

/** The statement shows 30 days unless asked otherwise. */
function dayOf(at: string | null): Record<string, string> {
  if (at === null) return {};
  const day = saoPauloDay(at);
  return { from: day, to: day };
}
