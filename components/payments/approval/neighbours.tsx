'use client';

import { useQuery } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { useShortcut } from '#components/shell/command-context.tsx';
import { useSession } from '#components/shell/session-context.tsx';
import { IconButton } from '#components/ui/icon-button.tsx';
import { LinkButton } from '#components/ui/link-button.tsx';
import { type Approvals, approvalPlacesOptions } from '#lib/operations/queries.ts';

type Place = Approvals['items'][number];
const hrefOf = ({ account, operation }: Place) => `/${account.slug}/operations/${operation.id}`;

/** Requests of all accounts that wait for this person, in the order of the inbox, and the way from one to the next. */
export function Neighbours({ id }: { id: string }) {
  const t = useTranslations('operations.approval');
  const { data } = useQuery(approvalPlacesOptions(useSession().account.slug));
  const items = data?.items ?? [];
  const place = items.findIndex(({ operation }) => operation.id === id);
  const [first] = items;
  if (first === undefined) return null;
  // This one does not wait, or not for this person: the way to those that do.
  if (place < 0)
    return <LinkButton href={hrefOf(first)}>{t('waitingOthers', { count: items.length })}</LinkButton>;
  return (
    // On a phone the inbox, one step back, is the way.
    <span className="inline-flex items-center gap-3 max-wide:hidden">
      <span className="text-xs text-ink-3">{t('place', { place: place + 1, count: items.length })}</span>
      {items.length > 1 && <Ways before={items[place - 1]} after={items[place + 1]} />}
    </span>
  );
}

type WaysProps = Record<'before' | 'after', Place | undefined>;

function Ways({ before, after }: WaysProps) {
  const t = useTranslations('operations.approval');
  const router = useRouter();
  const { singleKeys } = useSession().session.preferences;
  const go = (to: Place | undefined) => to && router.push(hrefOf(to));
  useShortcut('k', () => go(before), { label: t('before') });
  useShortcut('j', () => go(after), { label: t('after') });
  const way = (icon: 'up' | 'down', label: string, to: Place | undefined) => ({
    ...{ icon, label, variant: 'plain' as const, size: 'md' as const, onClick: () => go(to) },
    disabled: to === undefined,
    ...(singleKeys ? { shortcut: icon === 'up' ? 'k' : 'j' } : {}),
  });
  return (
    <span className="btn-join">
      <IconButton {...way('up', t('before'), before)} />
      <IconButton {...way('down', t('after'), after)} />
    </span>
  );
}
