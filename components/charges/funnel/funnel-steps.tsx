'use client';

import { useFormatter, useTranslations } from 'next-intl';
import { BarLine } from '#components/ui/bar-line.tsx';
import { Money } from '#components/ui/money.tsx';
import { Panel } from '#components/ui/panel.tsx';
import { formatBrl } from '#lib/money.ts';
import { allOf, type ChargeFunnel, FUNNEL_STEPS, type FunnelPart } from '#lib/payments/funnel.ts';
import { wordMap } from '#lib/word-map.ts';
import { useShare } from './use-share.ts';

/** The faster they were paid, the stronger; last those of which nobody tells when. */
export const SPEED_FILLS = [
  'fill-accent',
  'fill-accent opacity-75',
  'fill-accent opacity-55',
  'fill-accent opacity-40',
  'fill-accent opacity-25',
];
const FILLS = wordMap({
  created: 'fill-selected stroke-accent',
  failed: 'fill-danger-line',
  open: 'fill-none stroke-line-control [stroke-dasharray:3_3]',
});

type Props = { funnel: ChargeFunnel };
type Row = { step: string; part: FunnelPart; begins: number };

/** Each step begins where the one before ended; together they are all that was created. */
export function FunnelSteps({ funnel }: Props) {
  const t = useTranslations('payments.funnel');
  const all = allOf(funnel);
  const { returned, noAmount, steps } = funnel;
  let begins = 0;
  const rows: Row[] = [{ step: 'created', part: all, begins: 0 }];
  for (const step of FUNNEL_STEPS) {
    if (steps[step].count > 0) rows.push({ step, part: steps[step], begins });
    begins += steps[step].count;
  }
  return (
    <Panel
      title={t('title', { count: all.count })}
      action={t.rich('sums', { sum: () => <Money cents={all.sum} /> })}
      footer={
        <p className="text-xs text-ink-3">
          {t('whole', { count: all.count })}{' '}
          {returned.count > 0 && t('returned', { count: returned.count, amount: formatBrl(returned.sum) })}{' '}
          {noAmount > 0 && t('noAmount', { count: noAmount })}
        </p>
      }
    >
      <ul className="grid gap-2">
        {rows.map((row) => (
          <Step key={row.step} row={row} all={all.count} speed={funnel.speed} />
        ))}
      </ul>
    </Panel>
  );
}

function Step({ row: { step, part, begins }, all, speed }: { row: Row; all: number; speed: number[] }) {
  const t = useTranslations('payments.funnel.steps');
  const format = useFormatter();
  const share = useShare();
  const timed = speed.reduce((sum, count) => sum + count, 0);
  const counts = step === 'paid' ? [...speed, part.count - timed] : [part.count];
  const parts = counts.flatMap((count, place) => {
    const className = step === 'paid' ? SPEED_FILLS[place] : FILLS[step];
    return count > 0 ? { key: String(place), value: count, className: className ?? 'fill-idle-line' } : [];
  });
  return (
    <li className="grid grid-cols-[9.5rem_minmax(0,1fr)_9.5rem] items-center gap-x-3 gap-y-1 @max-[34rem]/room:grid-cols-[minmax(0,1fr)_max-content]">
      <div>
        {t(step as 'paid')}
        <small className="block text-[0.75rem] text-ink-3">{t(`note.${step as 'paid'}`)}</small>
      </div>
      <BarLine
        className="h-9 @max-[34rem]/room:col-[1/-1] @max-[34rem]/room:row-start-2 @max-[34rem]/room:h-5"
        begins={begins}
        parts={parts}
        whole={all}
      />
      <div className="grid justify-items-end tabular-nums">
        <span>
          <b className="text-[0.9375rem]">{format.number(part.count)}</b> · {share(part.count, all)}
        </span>
        {step !== 'created' && (
          <Money cents={part.sum} direction={step === 'paid' && part.sum > 0 ? 'in' : 'still'} />
        )}
      </div>
    </li>
  );
}
