'use client';

import { useQuery } from '@tanstack/react-query';
import { useFormatter, useTranslations } from 'next-intl';
import { QueryPanel } from '#components/overview/query-panel.tsx';
import { BarLine } from '#components/ui/bar-line.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import type { CardFiguresAnswer } from '#lib/card/contract.ts';
import { cardFiguresQuery } from '#lib/overview/queries.ts';

const SHOWN = 6;
const WAITING = ['80%', '70%', '60%', '50%', '40%'];
const LINE = 'grid grid-cols-[minmax(0,1fr)_6rem_4.5rem] items-center gap-3';
type Reason = NonNullable<CardFiguresAnswer['figures']>['reasons'][number];

/** Why cards were refused, in the words of the service, the most frequent first. */
export function RefusalsPanel({ account }: { account: string }) {
  const t = useTranslations('overview.refusals');
  const query = useQuery(cardFiguresQuery(account));
  const figures = query.data?.figures;
  if (figures === null) return null;
  const count = figures?.reasons.reduce((sum, reason) => sum + reason.count, 0);
  return (
    <QueryPanel
      query={query}
      second
      title={t('title')}
      note={count !== undefined && t('note', { count })}
      skeleton={
        <ul className="grid gap-2">
          {WAITING.map((width) => (
            <li key={width} className={LINE}>
              <Skeleton width={width} />
            </li>
          ))}
        </ul>
      }
    >
      {(data) => <Reasons reasons={data.figures?.reasons ?? []} />}
    </QueryPanel>
  );
}

function Reasons({ reasons }: { reasons: readonly Reason[] }) {
  const t = useTranslations('overview.refusals');
  const format = useFormatter();
  if (reasons.length === 0) return <p className="text-ink-3">{t('none')}</p>;
  const all = reasons.reduce((sum, { count }) => sum + count, 0);
  const rest = reasons.slice(SHOWN);
  const lines = reasons.slice(0, SHOWN).map(({ words, code, count }) => ({
    key: `${code} ${words}`,
    count,
    code: words === null ? null : code,
    name: words ?? (code === null ? t('unsaid') : t('code', { code })),
  }));
  const others = rest.reduce((sum, { count }) => sum + count, 0);
  if (rest.length > 0)
    lines.push({ key: 'rest', name: t('others', { count: rest.length }), code: null, count: others });
  const most = Math.max(...lines.map(({ count }) => count));
  return (
    <ul className="grid gap-2">
      {lines.map(({ key, name, code, count }) => (
        <li key={key} className={LINE}>
          <span className="min-w-0">
            {name} {code !== null && <span className="text-xs text-ink-3">{code}</span>}
          </span>
          <BarLine
            className="h-2.5 bg-line"
            parts={[{ key, value: count, className: 'fill-ink-3' }]}
            whole={most}
          />
          <span className="num">
            <b>{format.number(count)}</b>{' '}
            <span className="text-ink-3">
              {format.number(count / all, { style: 'percent', maximumFractionDigits: 0 })}
            </span>
          </span>
        </li>
      ))}
    </ul>
  );
}
