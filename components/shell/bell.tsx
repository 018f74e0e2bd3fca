'use client';

import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { Icon } from '#components/ui/icon.tsx';
import { Popover } from '#components/ui/popover.tsx';
import { useIsHydrated } from '#components/ui/use-is-hydrated.ts';
import { unreadOptions } from '#lib/notifications/shell-queries.ts';
import { BellNews } from './bell-news.tsx';
import { useSession } from './session-context.tsx';

const MOST = 99;

/** Beside the brand; on a phone at the end of the page's head (`head`). Its number is what is unread. */
export function Bell({ head = false }: { head?: boolean }) {
  const t = useTranslations('shell.bell');
  const { data = 0 } = useQuery(unreadOptions(useSession().account.slug));
  // The head of a page hydrates after the navigation, whose count may have changed by then.
  const unread = useIsHydrated() ? data : 0;
  const label = t('unread', { count: unread });
  const trigger = (
    <button type="button" className={head ? 'bell bell-head' : 'bell'} aria-label={label} title={label}>
      <Icon name="bell" />
      {unread > 0 && <b aria-hidden="true">{unread > MOST ? `${MOST}+` : unread}</b>}
    </button>
  );
  return (
    <Popover label={t('name')} trigger={trigger} padded={false} align="start" className="bell-news">
      {(close) => <BellNews onClose={close} />}
    </Popover>
  );
}
