import type { OutputOf } from '#lib/api/endpoint.ts';
import type { Endpoints } from '#lib/endpoints.ts';
import { mayRefund } from '#lib/payments/one-rules.ts';
import { pathOfThing } from '#lib/search/rules.ts';
import type { AccountSummary } from '#lib/session/contract.ts';
import type { Asked } from './use-asked.ts';

type Answer = OutputOf<Endpoints['POST /api/search'], 'response'>;
export type FoundPayment = Answer['items'][number];
export type FoundThing = Answer['things'][number];
type Rights = Pick<AccountSummary, 'capabilities' | 'permissions'>;

/** Action on a found thing: copies its reference, or opens its page with the action begun. */
export type FoundAction = { does: 'copy'; value: string } | { does: Asked; path: string };

/** Where a found payment opens. */
export function pathOfPayment({ account, page, transaction }: Omit<FoundPayment, 'accountName'>): string {
  const id = encodeURIComponent(transaction.id);
  return page === 'transactions' ? `/${account}/transactions/${id}` : `/${account}/${page}?open=${id}`;
}

const begun = (path: string, what: Asked) => `${path}${path.includes('?') ? '&' : '?'}do=${what}`;
const able = ({ capabilities, permissions }: Rights, capability: string, permission: string) =>
  capabilities.includes(capability) && (permissions as readonly string[]).includes(permission);

/** Only what this account offers, this operator may, and this payment allows. */
export function actionsOnPayment(found: FoundPayment, rights: Rights): FoundAction[] {
  const { page, transaction } = found;
  const path = pathOfPayment(found);
  const value = transaction.clientReference ?? transaction.endToEndId ?? transaction.id;
  const money = page === 'transactions' || page === 'charges';
  const actions: FoundAction[] = [{ does: 'copy', value }];
  if (money && able(rights, 'refunds', 'refund') && mayRefund(transaction))
    actions.push({ does: 'refund', path: begun(path, 'refund') });
  if (page === 'transactions' && able(rights, 'resends', 'resend'))
    actions.push({ does: 'resend', path: begun(path, 'resend') });
  return actions;
}

export function actionsOnThing(found: FoundThing, rights: Rights): FoundAction[] {
  const copy = { does: 'copy', value: found.name } as const;
  if (found.page !== 'disputes' || !able(rights, 'defenses', 'dispute')) return [copy];
  return [copy, { does: 'defend', path: begun(`/${found.account}/${pathOfThing(found)}`, 'defend') }];
}
