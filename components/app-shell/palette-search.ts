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

/** Searches all accounts the operator may read; a result opens on its own page. */
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

const joinParts = (parts: (string | null)[]) =>
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
        note: joinParts([party, amount === null ? null : formatBrl(amount), several ? accountName : null]),
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
        note: joinParts([kind, amount === null ? null : formatBrl(amount), several ? accountName : null]),
        icon: ICONS[page],
        run: open(`/${account}/${pathOfThing(found)}`),
        more: moreOf(account, (rights) => actionsOnThing(found, rights), open),
      };
    },
    [t, several, moreOf],
  );
  // Memoized: the palette repeats the search when the search function changes.
  return useMemo(() => ({ payment, thing }), [payment, thing]);
}

const ACTION_ICONS = { copy: 'copy', refund: 'return', resend: 'send', defend: 'disputes' } as const;

/** Returns the palette actions for a search result. */
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

/**
 * Actions that list everything of a CPF or CNPJ per account with results. The document is stored on the
 * server; only its id is in the URL.
 */
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
        const storeFilter = () =>
          page === 'transactions'
            ? call('POST /transactions/filters', { account, body })
            : call('POST /statement/filters', { account, body });
        const run = () =>
          void storeFilter().then(
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

/** An action on a search result: copies its reference, or opens its page with a dialog. */
type FoundAction = { does: 'copy'; value: string } | { does: Asked; path: string };

/** The URL of a found payment. */
function pathOfPayment({ account, page, transaction }: Omit<FoundPayment, 'accountName'>): string {
  const id = encodeURIComponent(transaction.id);
  return page === 'transactions' ? `/${account}/transactions/${id}` : `/${account}/${page}?open=${id}`;
}

const withDialog = (path: string, what: Asked) => `${path}${path.includes('?') ? '&' : '?'}do=${what}`;
const isAllowed = ({ capabilities, permissions }: Rights, capability: string, permission: string) =>
  capabilities.includes(capability) && (permissions as readonly string[]).includes(permission);

/** Actions that the account supports, the operator may perform and the payment allows. */
export function actionsOnPayment(found: FoundPayment, rights: Rights): FoundAction[] {
  const { page, transaction } = found;
  const path = pathOfPayment(found);
  const value = transaction.clientReference ?? transaction.endToEndId ?? transaction.id;
  const money = page === 'transactions' || page === 'charges';
  const actions: FoundAction[] = [{ does: 'copy', value }];
  if (money && isAllowed(rights, 'refunds', 'refund') && mayRefund(transaction))
    actions.push({ does: 'refund', path: withDialog(path, 'refund') });
  if (page === 'transactions' && isAllowed(rights, 'resends', 'resend'))
    actions.push({ does: 'resend', path: withDialog(path, 'resend') });
  return actions;
}

export function actionsOnThing(found: FoundThing, rights: Rights): FoundAction[] {
  const copy = { does: 'copy', value: found.name } as const;
  if (found.page !== 'disputes' || !isAllowed(rights, 'defenses', 'dispute')) return [copy];
  return [copy, { does: 'defend', path: withDialog(`/${found.account}/${pathOfThing(found)}`, 'defend') }];
}
