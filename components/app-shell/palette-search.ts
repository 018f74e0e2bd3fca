'use client';

import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { useEffect, useRef, useState } from 'react';
import { shortId } from '#components/ui/copy-button.tsx';
import type { IconName } from '#components/ui/icon.tsx';
import { useToast } from '#components/ui/toast.tsx';
import { CallError, call } from '#lib/api/client.ts';
import type { OutputOf } from '#lib/api/endpoint.ts';
import { formatBrl } from '#lib/core/money.ts';
import type { Endpoints } from '#lib/endpoints.ts';
import { mayRefund } from '#lib/payments/rules.ts';
import { pathOfThing } from '#lib/search/rules.ts';
import type { AccountSummary } from '#lib/session/contract.ts';
import { counterpartOf } from '#lib/transactions/rules.ts';
import type { DialogAction } from './address-state.ts';
import type { PaletteAction } from './command-context.tsx';
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

/** Accounts: `failed` not searched, `limited` searched too often, `withheld` hide personal data. */
type Found = {
  entries: readonly PaletteAction[];
  failed: readonly string[];
  limited: readonly string[];
  withheld: readonly string[];
};
export type SearchState = Found & { state: 'idle' | 'searching' | 'done' | 'refused' | 'forbidden' };

const NONE: SearchState = { entries: [], failed: [], limited: [], withheld: [], state: 'idle' };
/** Longer than the pause between two keys, because every search costs calls of each account. */
const PAUSE_MS = 350;
const MIN_LENGTH = 3;

/** Searches once typing pauses; each text is searched once while the palette is open. */
export function useSearchResults(q: string): SearchState {
  const [found, setFound] = useState(NONE);
  const cache = useRef(new Map<string, Found>()).current;
  const search = useSearch();
  const latest = useRef(search);
  latest.current = search;
  const text = q.trim();
  useEffect(() => {
    if (text.length < MIN_LENGTH) return setFound(NONE);
    const before = cache.get(text);
    if (before !== undefined) return setFound({ ...before, state: 'done' });
    const abort = new AbortController();
    setFound({ ...NONE, state: 'searching' });
    const timer = setTimeout(() => {
      latest.current(text, abort.signal).then(
        (answer) => {
          if (answer.failed.length + answer.limited.length === 0) cache.set(text, answer);
          if (!abort.signal.aborted) setFound({ ...answer, state: 'done' });
        },
        (error: unknown) => {
          // A search for personal data by an operator who may not see it.
          const forbidden = error instanceof CallError && error.problem.code === 'forbidden';
          if (!abort.signal.aborted) setFound({ ...NONE, state: forbidden ? 'forbidden' : 'refused' });
        },
      );
    }, PAUSE_MS);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [text, cache]);
  return found;
}

/** Searches all accounts the operator may read; a result opens on its own page. */
function useSearch(): (q: string, signal: AbortSignal) => Promise<Found> {
  const entryOf = useEntries();
  const wholeLists = useWholeLists();
  const { accounts } = useSession().session;
  const named = (slugs: readonly string[]) =>
    accounts.filter(({ slug }) => slugs.includes(slug)).map(({ name }) => name);
  return async (q, signal) => {
    const answer = await call('POST /api/search', { body: { q }, signal });
    return {
      entries: [
        ...answer.items.map(entryOf.payment),
        ...answer.things.map(entryOf.thing),
        ...(answer.readAs === 'document' ? wholeLists(q, answer) : []),
      ],
      failed: named(answer.failed),
      limited: named(answer.limited),
      withheld: named(answer.withheld),
    };
  };
}

const joinParts = (...parts: (string | null)[]) => parts.filter(Boolean).join(' · ');

function useEntries() {
  const t = useTranslations('shell.palette');
  const { push } = useRouter();
  const several = useSession().session.accounts.length > 1;
  const moreOf = useMore();
  return {
    payment(found: FoundPayment): PaletteAction {
      const { account, accountName, page, transaction } = found;
      const { id, clientReference, endToEndId, amount } = transaction;
      const party = counterpartOf(transaction).name;
      return {
        id: `found-${account}-${id}`,
        label: t('transaction', { reference: clientReference ?? endToEndId ?? id }),
        note: joinParts(party, amount === null ? null : formatBrl(amount), several ? accountName : null),
        icon: ICONS[page],
        run: () => push(pathOfPayment(found)),
        more: moreOf(account, (rights) => actionsOnPayment(found, rights)),
      };
    },
    thing(found: FoundThing): PaletteAction {
      const { account, accountName, page, id, name, word, amount } = found;
      const what = `kinds.${word?.split('.')[0] ?? ''}`;
      const kind = page === 'operations' && t.has(what) ? t(what as 'kinds.charge') : null;
      return {
        id: `found-${account}-${page}-${id}`,
        label: t(`things.${page}`, { name }),
        note: joinParts(kind, amount === null ? null : formatBrl(amount), several ? accountName : null),
        icon: ICONS[page],
        run: () => push(`/${account}/${pathOfThing(found)}`),
        more: moreOf(account, (rights) => actionsOnThing(found, rights)),
      };
    },
  };
}

const ACTION_ICONS = { copy: 'copy', refund: 'return', resend: 'send', defend: 'disputes' } as const;

function useMore() {
  const t = useTranslations('shell.palette.more');
  const toast = useToast();
  const { push } = useRouter();
  const { accounts } = useSession().session;
  const copy = (value: string) =>
    void navigator.clipboard.writeText(value).then(
      () => toast(t('copied')),
      () => toast(t('notCopied')),
    );
  return (slug: string, actionsFor: (rights: AccountSummary) => FoundAction[]): PaletteAction[] => {
    const account = accounts.find((one) => one.slug === slug);
    if (account === undefined) return [];
    return actionsFor(account).map((action) => ({
      id: `more-${action.does}`,
      label: action.does === 'copy' ? t('copy', { value: shortId(action.value) }) : t(action.does),
      icon: ACTION_ICONS[action.does],
      run: () => (action.does === 'copy' ? copy(action.value) : push(action.path)),
    }));
  };
}

/** Lists everything of a CPF or CNPJ per account; the document is on the server, its id in the URL. */
function useWholeLists() {
  const { push } = useRouter();
  const t = useTranslations('shell.palette');
  const { accounts } = useSession().session;
  return (document: string, { items, things }: Answer): PaletteAction[] =>
    accounts.flatMap(({ slug: account, name, capabilities }) => {
      const page = (['transactions', 'statement'] as const).find((one) => capabilities.includes(one));
      const isFound = [...items, ...things].some((found) => found.account === account);
      if (!isFound || page === undefined) return [];
      const run = () =>
        void call(`POST /${page}/filters`, { account, body: { document } }).then(
          ({ id }) => push(`/${account}/${page}?f=${id}`),
          () => push(`/${account}/${page}`),
        );
      return [{ id: `all-of-${account}`, label: t(`wholeList.${page}`), note: name, icon: 'search', run }];
    });
}

export type FoundPayment = Answer['items'][number];
export type FoundThing = Answer['things'][number];
type Rights = Pick<AccountSummary, 'capabilities' | 'permissions'>;

/** An action on a search result: copies its reference, or opens its page with a dialog. */
type FoundAction = { does: 'copy'; value: string } | { does: DialogAction; path: string };

function pathOfPayment({ account, page, transaction }: Omit<FoundPayment, 'accountName'>): string {
  const id = encodeURIComponent(transaction.id);
  return page === 'transactions' ? `/${account}/transactions/${id}` : `/${account}/${page}?open=${id}`;
}

const withDialog = (path: string, what: DialogAction) => `${path}${path.includes('?') ? '&' : '?'}do=${what}`;
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
