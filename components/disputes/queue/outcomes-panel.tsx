'use client';

import { useTranslations } from 'next-intl';
import { FigureTable } from '#components/ui/figure-table.tsx';
import { Panel } from '#components/ui/panel.tsx';
import type { DisputeList } from '#lib/disputes/contract.ts';
import { useReasonLabels } from '../use-labels.ts';
import styles from './queue.module.css';

const ENDS = ['kept', 'returned', 'withdrawn', 'other'] as const;
type Outcome = DisputeList['outcomes'][number];
const sizeOf = (outcome: Outcome) => ENDS.reduce((sum, end) => sum + outcome[end], 0);

/** How the closed ones ended, by reason; each bar is as long as its count. */
export function OutcomesPanel({ outcomes }: { outcomes: DisputeList['outcomes'] }) {
  const t = useTranslations('disputes.ended');
  const most = Math.max(1, ...outcomes.map(sizeOf));
  const count = outcomes.reduce((sum, outcome) => sum + sizeOf(outcome), 0);
  const seen = ENDS.filter((end) => end !== 'other' || outcomes.some(({ other }) => other > 0));
  return (
    <Panel title={t('title')} note={count > 0 && t('note', { count })}>
      {count === 0 ? (
        <p className="text-ink-3">{t('none')}</p>
      ) : (
        <>
          <FigureTable variant="bars">
            <tbody>
              {outcomes.map((outcome) => (
                <Row key={`${outcome.situation} ${outcome.type}`} outcome={outcome} most={most} />
              ))}
            </tbody>
          </FigureTable>
          <div className={styles.legend} aria-hidden="true">
            {seen.map((end) => (
              <span key={end}>
                <i data-end={end} />
                {t(end)}
              </span>
            ))}
          </div>
        </>
      )}
    </Panel>
  );
}

function Row({ outcome, most }: { outcome: Outcome; most: number }) {
  const t = useTranslations('disputes.ended');
  const reason = useReasonLabels();
  const count = sizeOf(outcome);
  const { kept, returned, withdrawn, other } = outcome;
  return (
    <tr>
      <th scope="row">{reason(outcome)}</th>
      <td>
        <span
          className={styles.stack}
          role="img"
          aria-label={t('bar', { kept, returned, withdrawn, other })}
          style={{ width: `${(count / most) * 100}%` }}
        >
          {ENDS.filter((end) => outcome[end] > 0).map((end) => (
            <i key={end} data-end={end} style={{ width: `${(outcome[end] / count) * 100}%` }} />
          ))}
        </span>
      </td>
      <td className="num">{t.rich('of', { kept, count, b: (chunks) => <b>{chunks}</b> })}</td>
    </tr>
  );
}
