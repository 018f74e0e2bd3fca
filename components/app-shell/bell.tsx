'use client';

import { useQuery } from '@tanstack/react-query';
import { cva } from 'class-variance-authority';
import { useTranslations } from 'next-intl';
import { Icon } from '#components/ui/icon.tsx';
import { Popover } from '#components/ui/popover.tsx';
import { useIsHydrated } from '#components/ui/use-is-hydrated.ts';
import { unreadOptions } from '#lib/notifications/shell-queries.ts';
import { BellNews } from './bell-news.tsx';
import { useSession } from './session-context.tsx';

const MOST = 99;
const button = cva(
  'inline-grid size-control flex-none place-items-center rounded-2 text-ink-2 hover:bg-hover data-[state=open]:bg-hover',
  {
    variants: {
      place: {
        side: 'relative mr-2 wide:max-drawer:m-0',
        // At one place on every page, whatever stands in the head.
        head: 'absolute top-2 right-gutter wide:hidden',
      },
    },
  },
);

/** Beside the brand; on a phone at the end of the page's head (`head`). Its number is what is unread. */
export function Bell({ head = false }: { head?: boolean }) {
  const t = useTranslations('shell.bell');
  const { data = 0 } = useQuery(unreadOptions(useSession().account.slug));
  // The head of a page hydrates after the navigation, whose count may have changed by then.
  const unread = useIsHydrated() ? data : 0;
  const label = t('unread', { count: unread });
  const trigger = (
    <button
      type="button"
      className={button({ place: head ? 'head' : 'side' })}
      aria-label={label}
      title={label}
      data-bell=""
    >
      <Icon name="bell" />
      {unread > 0 && (
        // Beside the bell's shape, not over it.
        <b
          className="absolute top-[calc(50%-18px)] right-[calc(50%-20px)] min-w-4 rounded-1 bg-ink px-0.75 text-center text-2xs/4 text-ink-inverse"
          aria-hidden="true"
        >
          {unread > MOST ? `${MOST}+` : unread}
        </b>
      )}
    </button>
  );
  return (
    <Popover
      label={t('name')}
      trigger={trigger}
      padded={false}
      align="start"
      className="w-[min(27rem,calc(100vw-1.5rem))]"
    >
      {(close) => <BellNews onClose={close} />}
    </Popover>
  );
}
