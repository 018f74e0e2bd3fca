'use client';

import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useNow } from '#components/ui/use-now.ts';
import { useTimeLabels } from '#components/ui/use-time-labels.ts';
import { type Step, stepOf } from '#lib/disputes/deadlines.ts';
import { firstDueOptions } from '#lib/disputes/shell-queries.ts';
import { CountBadge } from './count-badge.tsx';
import { useSession } from './session-context.tsx';

const HOUR = 3_600_000;
const URGENCY = {
  calm: 'calm',
  under48: 'warn',
  under24: 'warn',
  under6: 'danger',
  over: 'danger',
} as const satisfies Record<Step, string>;

/** How many disputes wait for an answer, and how long the first one has. */
export function NavDue() {
  const t = useTranslations('due.badge');
  const left = useTranslations('due.left');
  const words = useTimeLabels();
  const account = useSession().account.slug;
  const { data } = useQuery(firstDueOptions(account));
  const now = useNow(30_000);
  const count = data?.sums.open.count ?? 0;
  const deadline = data?.items[0]?.deadline;
  if (count === 0 || data === undefined) return null;
  if (deadline === undefined || deadline === null)
    return <Shown words={t('open', { count })} count={count} />;
  const ms = Date.parse(deadline) - now;
  const step = stepOf(ms);
  const urgency = URGENCY[step];
  if (step === 'over') return <Shown words={t('over', { count })} count={count} urgency={urgency} />;
  const hours = Math.floor(ms / HOUR);
  const rest = hours >= 1 ? left('hours', { hours }) : left('minutes', { minutes: Math.floor(ms / 60_000) });
  const title = t('title', { count, left: words.left(ms) });
  return <Shown words={title} count={count} {...(urgency === 'calm' ? {} : { rest })} urgency={urgency} />;
}

const INK = { calm: 'text-ink-3', warn: 'text-warn-ink', danger: '' };
const SIGN = {
  calm: {},
  warn: { icon: 'triangle', tone: 'warn' },
  danger: { icon: 'octagon', tone: 'danger' },
} as const;

type ShownProps = { words: string; count: number; rest?: string; urgency?: 'calm' | 'warn' | 'danger' };

function Shown({ words, count, rest, urgency = 'calm' }: ShownProps) {
  return (
    <CountBadge words={words} className={INK[urgency]} {...SIGN[urgency]}>
      {count}
      {rest !== undefined && <span className="in-data-tabs:hidden"> · {rest}</span>}
    </CountBadge>
  );
}
