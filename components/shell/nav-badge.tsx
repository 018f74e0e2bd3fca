'use client';

import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { NavDue } from '#components/disputes/nav-due.tsx';
import { Icon } from '#components/ui/icon.tsx';
import { attentionOptions } from '#lib/deliveries/queries.ts';
import { useSession } from './session-context.tsx';

/** What waits for someone on a page; nothing where nobody must act. */
export function NavBadge({ of }: { of: string }) {
  if (of === 'disputes') return <NavDue />;
  return of === 'deliveries' ? <Undelivered /> : null;
}

/** Callbacks that receivers do not take now. */
function Undelivered() {
  const t = useTranslations('shell.nav');
  const { data } = useQuery(attentionOptions(useSession().account.slug));
  const count = data?.items.reduce((sum, { callbacks }) => sum + callbacks, 0) ?? 0;
  if (count === 0) return null;
  const words = t('undelivered', { count });
  return (
    <span className="nav-badge" title={words}>
      <Icon name="octagon" size="s" tone="danger" />
      <span aria-hidden="true">{count}</span>
      <span className="sr-only">{words}</span>
    </span>
  );
}
