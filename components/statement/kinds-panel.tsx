import { useFormatter, useTranslations } from 'next-intl';
import { Dash } from '#components/ui/data-table/cell-parts.tsx';
import { Money } from '#components/ui/money.tsx';
import { Panel } from '#components/ui/panel.tsx';
import { FigureTable } from '#components/ui/table.tsx';
import { useTypeLabels } from './line-labels.tsx';
import type { Period } from './use-period-sums.ts';

/** The period's sums by type of line. A type that nobody knows has its own row, under the provider's word. */
export function KindsPanel({ period: { kinds, state } }: { period: Period }) {
  const t = useTranslations('statement.kinds');
  const types = useTypeLabels();
  const format = useFormatter();
  return (
    <Panel className="mx-gutter my-3" title={t('title')} note={t(state === 'whole' ? 'whole' : 'part')}>
      <FigureTable>
        <caption className="sr-only">{t('caption')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('type')}</th>
            {(['count', 'in', 'out'] as const).map((name) => (
              <th key={name} scope="col" className="num">
                {t(name)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {kinds.map(({ type, count, ...money }) => (
            <tr key={type ?? ''}>
              <th scope="row" title={type ?? undefined}>
                {types.name(type)}
              </th>
              <td className="num">{format.number(count)}</td>
              {(['in', 'out'] as const).map((side) => (
                <td key={side} className="num">
                  {money[side] === 0 ? <Dash /> : <Money cents={money[side]} direction={side} />}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </FigureTable>
    </Panel>
  );
}
