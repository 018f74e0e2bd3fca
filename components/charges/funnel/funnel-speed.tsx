'use client';

import { useFormatter, useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { BarLine } from '#components/ui/bar-line.tsx';
import { Facts } from '#components/ui/facts.tsx';
import { Panel } from '#components/ui/panel.tsx';
import type { ChargeFunnel, FunnelPart } from '#lib/payments/funnel.ts';
import { SPEED_FILLS } from './funnel-steps.tsx';
import { useShare } from './use-share.ts';

const NAMES = ['minute', 'five', 'thirty', 'more'] as const;

/** How long people take to pay, and what a paid and an expired charge come to on average. */
export function FunnelSpeed({
  funnel: { speed, steps },
  children,
}: {
  funnel: ChargeFunnel;
  children?: ReactNode;
}) {
  const t = useTranslations('payments.funnel.speed');
  const format = useFormatter();
  const share = useShare();
  const timed = speed.reduce((sum, count) => sum + count, 0);
  const most = Math.max(1, ...speed);
  const mean = (label: 'meanPaid' | 'meanExpired', { count, sum }: FunnelPart) => ({
    label: t(label),
    cents: count === 0 ? null : Math.round(sum / count),
  });
  return (
    <Panel title={t('title')} note={timed > 0 && t('note', { count: timed, half: t(half(speed, timed)) })}>
      {timed === 0 ? (
        <p className="text-ink-3">{t('none')}</p>
      ) : (
        <ul className="grid gap-2">
          {NAMES.map((name, place) => (
            <li key={name} className="grid grid-cols-[7rem_minmax(0,1fr)_6.5rem] items-center gap-3">
              <span>{t(name)}</span>
              <BarLine
                className="h-3 bg-sunken"
                parts={[{ key: name, value: speed[place] ?? 0, className: SPEED_FILLS[place] ?? '' }]}
                whole={most}
              />
              <span className="num">
                <b>{format.number(speed[place] ?? 0)}</b>{' '}
                <span className="text-ink-3">{share(speed[place] ?? 0, timed)}</span>
              </span>
            </li>
          ))}
        </ul>
      )}
      {children}
      <Facts
        look="right"
        className="mt-3"
        of={[mean('meanPaid', steps.paid), mean('meanExpired', steps.expired)]}
      />
    </Panel>
  );
}

/** The bar within which half of them had paid. */
function half(speed: readonly number[], timed: number): (typeof NAMES)[number] {
  let paid = 0;
  for (const [place, name] of NAMES.entries()) {
    paid += speed[place] ?? 0;
    if (paid * 2 >= timed) return name;
  }
  return 'more';
}
