'use client';

import { useTranslations } from 'next-intl';
import { useId } from 'react';
import { useTypeLabels } from '#components/statement/line-labels.tsx';
import { Icon } from '#components/ui/icon.tsx';
import { Instant } from '#components/ui/instant.tsx';
import { panelVariants } from '#components/ui/panel.tsx';
import { FigureTable } from '#components/ui/table.tsx';
import type { ClosingChange } from '#lib/closings/contract.ts';
import type { DayDetail } from '#lib/closings/queries.ts';
import { CloseButton } from './close-day.tsx';
import { AmountText } from './closing-labels.tsx';

/** What the service changed after the day was closed. The sealed version stays as it is. */
export function ChangedPanel({ detail }: { detail: DayDetail }) {
  const t = useTranslations('closings.changed');
  const types = useTypeLabels();
  const id = useId();
  const { changes, version, state } = detail;
  if (changes === null) return null;
  const { at, rows, linesAdded, linesRemoved } = changes;
  const labelOf = ({ of, part }: ClosingChange) => (part === null ? t(`of.${of}`) : types.name(part.type));
  return (
    <section className={panelVariants()} aria-labelledby={id}>
      <header>
        <Icon name="triangle" tone="warn" />
        <h2 id={id}>{t('title')}</h2>
        <span className="cap">
          <Instant at={at} variant="minute" />
        </span>
        <span className="cap ml-auto max-wide:hidden">{t('stays', { version: version ?? 1 })}</span>
      </header>
      <div className="grid grid-cols-[minmax(0,1fr)] items-center gap-x-6 gap-y-3 p-panel @min-[50rem]/room:grid-cols-[minmax(0,1fr)_minmax(0,30rem)]">
        <div className="grid gap-3">
          <p className="font-semibold text-ink">{t('lines', { added: linesAdded, removed: linesRemoved })}</p>
          {state === 'closed' && (
            <div className="flex flex-wrap items-center gap-2">
              <CloseButton detail={detail} />
            </div>
          )}
        </div>
        <div className="min-w-0 overflow-x-auto">
          <FigureTable>
            <caption className="sr-only">{t('caption')}</caption>
            <thead>
              <tr>
                <th scope="col">{t('part')}</th>
                <th scope="col" className="num">
                  {t('before', { version: version ?? 1 })}
                </th>
                <th scope="col" className="num">
                  {t('now')}
                </th>
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <tr key={`${row.of} ${row.part?.id}`}>
                  <th scope="row">{labelOf(row)}</th>
                  <td className="num text-ink-3">
                    <Value of={row.before} />
                  </td>
                  <td className="num">
                    <Value of={row.now} />
                  </td>
                </tr>
              ))}
            </tbody>
          </FigureTable>
        </div>
      </div>
    </section>
  );
}

/** A count and a sum, as far as the row has them: '9 · −1.318,60'. */
function Value({ of: { count, sum } }: { of: ClosingChange['now'] }) {
  return (
    <>
      {count}
      {count !== null && sum !== null && ' · '}
      {(sum !== null || count === null) && <AmountText of={sum} bare />}
    </>
  );
}
