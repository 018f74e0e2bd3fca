'use client';

import { useQuery } from '@tanstack/react-query';
import Link from 'next/link';
import { useFormatter, useLocale, useTranslations } from 'next-intl';
import { useSession } from '#components/app-shell/session.tsx';
import { ReadError } from '#components/list/read-error.tsx';
import { Address } from '#components/ui/address.tsx';
import { Button, IconButton } from '#components/ui/button.tsx';
import { Callout } from '#components/ui/callout.tsx';
import { DataTable } from '#components/ui/data-table/data-table.tsx';
import { Panel } from '#components/ui/panel.tsx';
import { formatInstant, type Locale } from '#lib/core/dates.ts';
import { healthIntervalOptions, type IntervalRow } from '#lib/deliveries/queries.ts';
import { verdictOf } from '#lib/deliveries/rules.ts';
import { tableColumns } from '#lib/list/list.ts';
import { type HealthState, useMay, useOpen } from './use-webhooks.ts';

type Period = NonNullable<HealthState['period']>;

type Props = { lines: readonly IntervalRow[]; failuresOf: (line: IntervalRow) => string };

const FIGURES = ['failed', 'half', 'slowest'] as const;

/** The verdict on the table's numbers, the next step, and what each number means. */
function IntervalSummary({ lines, failuresOf }: Props) {
  const t = useTranslations('webhooks.reading');
  return (
    <div className="grid gap-3 p-panel">
      <VerdictCallout lines={lines} failuresOf={failuresOf} />
      <dl className="grid gap-1 text-xs text-ink-3">
        {FIGURES.map((figure) => (
          <div key={figure}>
            <dt className="inline font-medium">{t(`figure.${figure}`)}</dt>{' '}
            <dd className="inline">{t(`means.${figure}`)}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

function VerdictCallout({ lines, failuresOf }: Props) {
  const t = useTranslations('webhooks.reading');
  const test = useTranslations('webhooks.actions')('test');
  const format = useFormatter();
  const may = useMay();
  const { show } = useOpen();
  const verdict = verdictOf(lines);
  if (verdict.kind === 'fine')
    return (
      <Callout tone="ok" title={t('fine')}>
        {t('fineHint')}
      </Callout>
    );
  const { line } = verdict;
  const { webhookId } = line;
  const where = { address: line.address ?? t('noAddress') };
  if (verdict.kind === 'slow')
    return (
      <Callout tone="warn" title={t('slow', { ...where, ms: format.number(line.slowest ?? line.ms ?? 0) })}>
        {t('slowHint')}
      </Callout>
    );
  return (
    <Callout
      tone="danger"
      title={t(verdict.kind, { ...where, failed: line.failed, all: line.failed + line.delivered })}
      action={
        <span className="flex flex-wrap items-center gap-2">
          {may.webhook && webhookId !== null && (
            <Button size="sm" onClick={() => show({ what: 'test', id: webhookId })}>
              {test}
            </Button>
          )}
          <Link href={failuresOf(line)}>{t('failures', { count: line.failed })}</Link>
        </span>
      }
    >
      {t(`cause.${verdict.cause}`)}
    </Callout>
  );
}

/** The selected hour or day by address; each row links to its deliveries in that time. */
export function IntervalPanel({ period, health }: { period: Period; health: HealthState }) {
  const t = useTranslations('webhooks.moment');
  const { slug } = useSession().account;
  const { data, error, refetch } = useQuery(healthIntervalOptions(slug, period));
  const name = useIntervalName(period, health);
  return (
    <Panel
      title={name}
      note={t(health.hourly ? 'ofHour' : 'ofDay')}
      padded={false}
      action={<IconButton icon="x" label={t('close')} onClick={() => health.choose(null)} />}
    >
      {error !== null && <ReadError error={error} onRetry={() => void refetch()} asOf={null} />}
      {data?.items.length === 0 && <p className="p-panel text-ink-3">{t('none')}</p>}
      {data?.items.length !== 0 && (
        <DataTable
          columns={COLUMNS}
          rows={data?.items.map((line) => ({ ...line, id: `${line.webhookId} ${line.address}` }))}
          waiting={2}
          cell={IntervalCell}
          words={{ label: name, loading: name, column: (column) => t(column as 'address') }}
          opening={{ href: (line) => `/${slug}/deliveries?${queryOf(line, period)}`, title: () => t('see') }}
        />
      )}
      {data !== undefined && data.items.length > 0 && (
        <IntervalSummary
          lines={data.items}
          failuresOf={(line) => `/${slug}/deliveries?${queryOf(line, period)}&outcome=failed`}
        />
      )}
    </Panel>
  );
}

/** Names the period: 'qui 19 nov, 13:00 a 14:00', or the day. */
function useIntervalName({ from, to }: Period, { hourly }: HealthState): string {
  const t = useTranslations('webhooks.moment');
  const locale = useLocale() as Locale;
  const time = (at: string) => formatInstant(locale, at, 'time-minute');
  const day = formatInstant(locale, from, 'day');
  return hourly ? t('hour', { day, from: time(from), to: time(to) }) : day;
}

const queryOf = ({ webhookId }: IntervalRow, period: Period) =>
  new URLSearchParams({ ...period, ...(webhookId === null ? {} : { webhookId }) });

const COLUMNS = tableColumns({
  address: { width: 14, grows: true, place: 'who', opens: true, copies: 'address' },
  delivered: { width: 6.5, number: true, place: 'note' },
  failed: { width: 6.5, number: true, place: 'note' },
  half: { width: 6.5, number: true, under: 50 },
  slowest: { width: 6.5, number: true, under: 50 },
  answers: { width: 14, place: 'note' },
});

function IntervalCell({ row, column }: { row: IntervalRow; column: string }) {
  const t = useTranslations('webhooks.moment');
  const format = useFormatter();
  const { address, delivered, failed, ms, slowest, statuses } = row;
  const number = (value: number | null) => (value === null ? '–' : format.number(value));
  switch (column) {
    case 'address':
      return <Address url={address ?? t('noAddress')} />;
    case 'delivered':
      return number(delivered);
    case 'failed':
      return <span className={failed > 0 ? 'text-danger-ink' : undefined}>{number(failed)}</span>;
    case 'half':
      return number(ms);
    case 'slowest':
      return number(slowest);
    default:
      return <span className="mono">{statuses.map((status) => status ?? t('noAnswer')).join(', ')}</span>;
  }
}
