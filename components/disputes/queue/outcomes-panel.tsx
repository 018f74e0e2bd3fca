'use client';

import { useTranslations } from 'next-intl';
import { FigureTable } from '#components/ui/figure-table.tsx';
import { Panel } from '#components/ui/panel.tsx';
import type { DisputeList } from '#lib/disputes/contract.ts';
import { useReasonLabels } from '../use-labels.ts';

const ENDS = ['kept', 'returned', 'withdrawn', 'other'] as const;
type Outcome = DisputeList['outcomes'][number];
const FILLS = {
  kept: 'bg-ok-line',
  returned: 'bg-flow-line',
  withdrawn: 'bg-idle-line',
  other: 'bg-line-strong',
};
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
          <div className="mt-1.5 flex flex-wrap gap-x-4 gap-y-1 text-[0.75rem] text-ink-3" aria-hidden="true">
            {seen.map((end) => (
              <span key={end} className="inline-flex items-center gap-1.5">
                <i className={`size-2 rounded-[1px] forced-color-adjust-none ${FILLS[end]}`} />
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
          className="flex h-2.5 gap-px overflow-hidden rounded-1"
          role="img"
          aria-label={t('bar', { kept, returned, withdrawn, other })}
          style={{ width: `${(count / most) * 100}%` }}
        >
          {ENDS.filter((end) => outcome[end] > 0).map((end) => (
            <i
              key={end}
              className={`block forced-color-adjust-none ${FILLS[end]}`}
              style={{ width: `${(outcome[end] / count) * 100}%` }}
            />
          ))}
        </span>
      </td>
      <td className="num">{t.rich('of', { kept, count, b: (chunks) => <b>{chunks}</b> })}</td>
    </tr>
  );
}
