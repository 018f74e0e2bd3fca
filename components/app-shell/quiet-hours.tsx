'use client';

import { useQuery } from '@tanstack/react-query';
import Link from 'next/link';
import { useTranslations } from 'next-intl';
import { Icon } from '#components/ui/icon.tsx';
import { settingsOptions } from '#lib/notifications/queries.ts';
import { useSession } from './session-context.tsx';

type Props = { short?: boolean; className?: string; onClick?: () => void };

/** When its reader is left alone, and where that is chosen; `short` says nothing of what passes. Absent where they have no such hours. */
export function QuietHours({ short = false, className = '', onClick }: Props) {
  const t = useTranslations('shell.quiet');
  const { data } = useQuery(settingsOptions(useSession().account.slug));
  if (data === undefined || !data.quiet.on || data.quiet.from === data.quiet.to) return null;
  const { from, to, days } = data.quiet;
  const hours = t('hours', { from: spoken(from), to: spoken(to), days });
  return (
    <Link
      href="/settings/channels"
      className={`flex items-center gap-1 text-xs ${className}`}
      {...(onClick && { onClick })}
    >
      <Icon name="moon" />
      <span>{short ? hours : t('whole', { hours })}</span>
    </Link>
  );
}

/** `08:00` as it is said: 8:00. */
const spoken = (clock: string) => clock.replace(/^0/, '');
