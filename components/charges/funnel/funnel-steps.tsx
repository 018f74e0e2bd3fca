'use client';

import { useFormatter, useTranslations } from 'next-intl';
import { Money } from '#components/ui/money.tsx';
import { Panel } from '#components/ui/panel.tsx';
import { formatBrl } from '#lib/money.ts';
import { allOf, type ChargeFunnel, FUNNEL_STEPS, type FunnelPart } from '#lib/payments/funnel.ts';
import styles from './funnel.module.css';
import { useShare } from './use-share.ts';

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
      <ul className={styles.steps}>
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
  const width = (count: number) => `${(100 * count) / all}%`;
  const timed = speed.reduce((sum, count) => sum + count, 0);
  // Those of which nobody tells when they were paid stand last, in the palest.
  const counts = step === 'paid' ? [...speed, part.count - timed] : [part.count];
  const parts = counts.map((count, place) => ({ count, place }));
  return (
    <li>
      <div className={styles.name}>
        {t(step as 'paid')}
        <small>{t(`note.${step as 'paid'}`)}</small>
      </div>
      <div className={styles.bar} data-step={step} aria-hidden="true">
        <i style={{ width: width(begins) }} />
        {parts.map(
          ({ count, place }) =>
            count > 0 && (
              <b
                key={place}
                data-speed={step === 'paid' ? place : undefined}
                style={{ width: width(count) }}
              />
            ),
        )}
      </div>
      <div className={styles.figures}>
        <span>
          <b>{format.number(part.count)}</b> · {share(part.count, all)}
        </span>
        {step !== 'created' && (
          <Money cents={part.sum} direction={step === 'paid' && part.sum > 0 ? 'in' : 'still'} />
        )}
      </div>
    </li>
  );
}
