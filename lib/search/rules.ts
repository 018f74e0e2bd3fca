import { saoPauloDay } from '#lib/core/dates.ts';
import type { FoundThing } from '#lib/search/contract.ts';

const ADDRESS = /^https?:\/\/./i;
const HOST = /^(?:[\w-]+\.)+[a-z]{2,}(?:[/:?#]\S*)?$/i;
const BARE_ID = /^(?:[a-z]+:)?[0-9A-Za-z_-]{8,128}$/;

/** Whether the text is a webhook's address or the beginning of one. */
export const isAddress = (text: string) => ADDRESS.test(text) || HOST.test(text);

/** Whether the text has no spaces and contains a digit: an id, protocol or reference of any form. */
export const isCode = (text: string) => BARE_ID.test(text) && /\d/.test(text);

/** Path of a finding below the account's address. Contains ids only, no personal data. */
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

/** The finding's day as the period, because the statement shows only 30 days by default. */
function dayOf(at: string | null): Record<string, string> {
  if (at === null) return {};
  const day = saoPauloDay(at);
  return { from: day, to: day };
}
