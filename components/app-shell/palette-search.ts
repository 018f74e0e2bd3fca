'use client';

import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { useCallback, useMemo } from 'react';
import type { IconName } from '#components/ui/icon.tsx';
import { shortId } from '#components/ui/short-id.ts';
import { useToast } from '#components/ui/toast.tsx';
import { call } from '#lib/api/client.ts';
import type { OutputOf } from '#lib/api/endpoint.ts';
import { formatBrl } from '#lib/core/money.ts';
import type { Endpoints } from '#lib/endpoints.ts';
import { mayRefund } from '#lib/payments/rules.ts';
import { pathOfThing } from '#lib/search/rules.ts';
import type { AccountSummary } from '#lib/session/contract.ts';
import { counterpartOf } from '#lib/transactions/rules.ts';
import type { Asked } from './address-state.ts';
import type { PaletteAction } from './command-context.tsx';
import type { PaletteSearch } from './palette.tsx';
import { useSession } from './session.tsx';

type Answer = OutputOf<Endpoints['POST /api/search'], 'response'>;

const ICONS = {
  transactions: 'transactions',
  charges: 'charge',
  withdrawals: 'withdraw',
  transfers: 'transfers',
  operations: 'send',
  disputes: 'disputes',
  webhooks: 'hook',
  deliveries: 'deliveries',
  resends: 'deliveries',
  statement: 'lines',
  'pending-deposits': 'lines',
  card: 'card',
  recurrences: 'card',
} as const satisfies Record<FoundPayment['page'] | FoundThing['page'], IconName>;

/** Looks what was typed up over all accounts the operator may read; what was found opens on its own page. */
export function useSearch(): PaletteSearch {
  const router = useRouter();
  const entryOf = useEntries();
  const wholeLists = useWholeLists();
  const { session } = useSession();
  const { accounts } = session;
  return useCallback(
    async (q, signal) => {
      const answer = await call('POST /api/search', { body: { q }, signal });
      const open = (path: string) => () => router.push(path);
      const named = (slugs: readonly string[]) =>
        accounts.filter(({ slug }) => slugs.includes(slug)).map(({ name }) => name);
      return {
        entries: [
          ...answer.items.map((item) => entryOf.payment(item, open)),
          ...answer.things.map((thing) => entryOf.thing(thing, open)),
          ...(answer.readAs === 'document' ? wholeLists(q, slugsIn(answer)) : []),
        ],
        failed: named(answer.failed),
        limited: named(answer.limited),
        withheld: named(answer.withheld),
      };
    },
    [router, entryOf, wholeLists, accounts],
  );
}

type Open = (path: string) => () => void;

const written = (parts: (string | null)[]) =>
  parts.filter((part) => part !== null && part !== '').join(' · ');

function useEntries() {
  const t = useTranslations('shell.palette');
  const several = useSession().session.accounts.length > 1;
  const moreOf = useMore();
  const payment = useCallback(
    (found: FoundPayment, open: Open): PaletteAction => {
      const { account, accountName, page, transaction } = found;
      const { id, clientReference, endToEndId, amount } = transaction;
      const party = counterpartOf(transaction).name;
      return {
        id: `found-${account}-${id}`,
        label: t('transaction', { reference: clientReference ?? endToEndId ?? id }),
        note: written([party, amount === null ? null : formatBrl(amount), several ? accountName : null]),
        icon: ICONS[page],
        run: open(pathOfPayment(found)),
        more: moreOf(account, (rights) => actionsOnPayment(found, rights), open),
      };
    },
    [t, several, moreOf],
  );
  const thing = useCallback(
    (found: FoundThing, open: Open): PaletteAction => {
      const { account, accountName, page, id, name, word, amount } = found;
      const what = `kinds.${word?.split('.')[0] ?? ''}`;
      const kind = page === 'operations' && t.has(what) ? t(what as 'kinds.charge') : null;
      return {
        id: `found-${account}-${page}-${id}`,
        label: t(`things.${page}`, { name }),
        note: written([kind, amount === null ? null : formatBrl(amount), several ? accountName : null]),
        icon: ICONS[page],
        run: open(`/${account}/${pathOfThing(found)}`),
        more: moreOf(account, (rights) => actionsOnThing(found, rights), open),
      };
    },
    [t, several, moreOf],
  );
  // The same while its parts are: the palette looks up anew what another search would find.
  return useMemo(() => ({ payment, thing }), [payment, thing]);
}

const ACTION_ICONS = { copy: 'copy', refund: 'return', resend: 'send', defend: 'disputes' } as const;

/** Actions on a found thing, in words. */
function useMore() {
  const t = useTranslations('shell.palette.more');
  const toast = useToast();
  const { accounts } = useSession().session;
  return useCallback(
    (slug: string, of: (rights: AccountSummary) => FoundAction[], open: Open): PaletteAction[] => {
      const account = accounts.find((one) => one.slug === slug);
      if (account === undefined) return [];
      return of(account).map((action) => ({
        id: `more-${action.does}`,
        label: action.does === 'copy' ? t('copy', { value: shortId(action.value) }) : t(action.does),
        icon: ACTION_ICONS[action.does],
        run:
          action.does === 'copy'
            ? () =>
                void navigator.clipboard.writeText(action.value).then(
                  () => toast(t('copied')),
                  () => toast(t('notCopied')),
                )
            : open(action.path),
      }));
    },
    [accounts, t, toast],
  );
}

const slugsIn = ({ items, things }: Answer) => new Set([...items, ...things].map(({ account }) => account));

/** Everything of a document, account by account where there is any: it is kept on the server, and only its id stands in the address. */
function useWholeLists(): (document: string, among: ReadonlySet<string>) => PaletteAction[] {
  const router = useRouter();
  const t = useTranslations('shell.palette');
  const { accounts } = useSession().session;
  return useCallback(
    (document, among) =>
      accounts.flatMap(({ slug: account, name, capabilities }) => {
        if (!among.has(account)) return [];
        const page = ['transactions', 'statement'].find((one) => capabilities.includes(one));
        if (page === undefined) return [];
        const body = { document };
        const keep = () =>
          page === 'transactions'
            ? call('POST /transactions/filters', { account, body })
            : call('POST /statement/filters', { account, body });
        const run = () =>
          void keep().then(
            ({ id }) => router.push(`/${account}/${page}?f=${id}`),
            () => router.push(`/${account}/${page}`),
          );
        return [
          {
            id: `all-of-${account}`,
            label: t(`wholeList.${page}`),
            note: name,
            icon: 'search' as const,
            run,
          },
        ];
      }),
    [accounts, router, t],
  );
}

export type FoundPayment = Answer['items'][number];
export type FoundThing = Answer['things'][number];
type Rights = Pick<AccountSummary, 'capabilities' | 'permissions'>;

/** Action on a found thing: copies its reference, or opens its page with the action begun. */
type FoundAction = { does: 'copy'; value: string } | { does: Asked; path: string };

/** Where a found payment opens. */
function pathOfPayment({ account, page, transaction }: Omit<FoundPayment, 'accountName'>): string {
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
