'use client';

import { useQuery } from '@tanstack/react-query';
import { scaleLinear, scaleSqrt } from '@visx/scale';
import Link from 'next/link';
import { useFormatter, useLocale, useTranslations } from 'next-intl';
import { type KeyboardEvent, type ReactNode, useRef } from 'react';
import { useSession } from '#components/app-shell/session.tsx';
import { QueryBody } from '#components/list/query-body.tsx';
import { Address } from '#components/ui/address.tsx';
import { Button, IconButton } from '#components/ui/button.tsx';
import { Callout } from '#components/ui/callout.tsx';
import { Chart } from '#components/ui/chart.tsx';
import { DataTable } from '#components/ui/data-table/data-table.tsx';
import { Panel } from '#components/ui/panel.tsx';
import { formatInstant, type Locale } from '#lib/core/dates.ts';
import { lookupTable } from '#lib/core/lookup-table.ts';
import { healthIntervalOptions, type IntervalRow } from '#lib/deliveries/queries.ts';
import { SLOW_MS, verdictOf } from '#lib/deliveries/rules.ts';
import { tableColumns } from '#lib/list/list.ts';
import { type Bar, type HealthState, useMay, useOpen } from './use-webhooks.ts';

const UP = 30;
const DOWN = 16;
const AXIS = 32;
const MOST_MS = 5000;
const OWN_COLOUR = 'forced-color-adjust-none';

type Props = { bars: readonly Bar[]; health: HealthState; label: string };

/** Notices by hour or day, and response times. Bar heights are square-root scaled, by endpoint. */
export function HealthChart({ bars, health, label }: Props) {
  const t = useTranslations('webhooks.chart');
  const locale = useLocale() as Locale;
  const labelOf = ({ at, delivered, failed, ms }: Bar) => {
    // '13:00', or 'qui 19 nov'.
    const name = formatInstant(locale, at, health.hourly ? 'time-minute' : 'day');
    const counts = t('bar', { at: name, delivered, failed });
    return ms === null ? counts : `${counts}, ${t('ms', { ms })}`;
  };
  // The area below the axis is smaller, so failures are scaled up to fit it.
  const most = Math.max(
    1,
    ...bars.map(({ delivered, failed }) => Math.max(delivered, failed * (UP / DOWN) ** 2)),
  );
  const y = scaleSqrt<number>({ domain: [0, most], range: [AXIS, AXIS - UP] });
  const barSeries = (values: number[], fill: string) => ({
    shape: 'bar' as const,
    values,
    y,
    least: 2,
    className: `${fill} ${OWN_COLOUR}`,
    openClassName: `${fill} [fill-opacity:0.5] ${OWN_COLOUR}`,
  });
  const speed = scaleLinear<number>({ domain: [0, MOST_MS], range: [56, 50], clamp: true });
  const speedOf = (slow: boolean) =>
    bars.map(({ ms }) => (ms !== null && ms >= SLOW_MS === slow ? ms : null));
  return (
    <figure className="m-0 min-w-0">
      <Chart
        keys={bars.map(({ at }) => at)}
        width={bars.length * 30}
        height={60}
        gap={6}
        stretch
        className="relative"
        svgClassName="block h-15 w-full"
        series={[
          barSeries(
            bars.map(({ delivered }) => delivered),
            'fill-ok-line',
          ),
          barSeries(
            bars.map(({ failed }) => -failed),
            'fill-danger-line',
          ),
          { shape: 'mark', values: speedOf(false), y: speed, className: `fill-ink-3 ${OWN_COLOUR}` },
          { shape: 'mark', values: speedOf(true), y: speed, className: `fill-warn-line ${OWN_COLOUR}` },
        ]}
        open
        bands={bars.map(({ unknown }) => (unknown ? 'unknown' : null))}
        baseline={AXIS}
        ruleClassName="stroke-line-strong"
      >
        <Choices bars={bars} health={health} label={label} labelOf={labelOf} />
      </Chart>
      <figcaption className="flex justify-between gap-1 text-[0.75rem] text-ink-3">
        {ticksOf(bars).map((at) => (
          <span key={at}>{formatInstant(locale, at, health.hourly ? 'time-minute' : 'date')}</span>
        ))}
      </figcaption>
    </figure>
  );
}

const STEPS = lookupTable({ ArrowLeft: -1, ArrowRight: 1, Home: -Infinity, End: Infinity });

/** Makes the bars selectable: the group is one Tab stop, and arrow keys move within it. */
function Choices({ bars, health, label, labelOf }: Props & { labelOf: (bar: Bar) => string }) {
  const group = useRef<HTMLDivElement>(null);
  const chosen = bars.findIndex(({ at }) => at === health.chosen);
  const stop = chosen < 0 ? bars.length - 1 : chosen;
  const move = (event: KeyboardEvent<HTMLButtonElement>, place: number) => {
    const step = STEPS[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const next = Math.min(bars.length - 1, Math.max(0, place + step));
    group.current?.querySelectorAll('button')[next]?.focus();
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: no field stands in it
    <div ref={group} role="group" aria-label={label} className="absolute inset-0 flex">
      {bars.map((bar, place) => (
        <button
          key={bar.at}
          type="button"
          className="min-w-0 flex-[1_1_0] border-0 bg-transparent p-0 enabled:hover:bg-[color-mix(in_oklab,var(--accent)_8%,transparent)] aria-pressed:bg-[color-mix(in_oklab,var(--accent)_14%,transparent)] aria-pressed:inset-ring aria-pressed:inset-ring-accent"
          title={labelOf(bar)}
          aria-label={labelOf(bar)}
          aria-pressed={place === chosen}
          tabIndex={place === stop ? 0 : -1}
          disabled={bar.unknown}
          onKeyDown={(event) => move(event, place)}
          onClick={() => health.choose(place === chosen ? null : bar.at)}
        />
      ))}
    </div>
  );
}

/** At most five axis labels, or seven bars all labelled. */
function ticksOf(bars: readonly Bar[]): string[] {
  const last = bars.length - 1;
  if (last < 7) return bars.map(({ at }) => at);
  return [0, 0.25, 0.5, 0.75, 1].flatMap((part) => bars[Math.round(part * last)]?.at ?? []);
}

type VerdictProps = { lines: readonly IntervalRow[]; failuresOf: (line: IntervalRow) => string };

function VerdictCallout({ lines, failuresOf }: VerdictProps) {
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
  const { webhookId, failed, delivered, slowest, ms } = verdict.line;
  const address = verdict.line.address ?? t('noAddress');
  if (verdict.kind === 'slow')
    return (
      <Callout tone="warn" title={t('slow', { address, ms: format.number(slowest ?? ms ?? 0) })}>
        {t('slowHint')}
      </Callout>
    );
  const action = (
    <span className="flex flex-wrap items-center gap-2">
      {may.webhook && webhookId !== null && (
        <Button size="sm" onClick={() => show({ what: 'test', id: webhookId })}>
          {test}
        </Button>
      )}
      <Link href={failuresOf(verdict.line)}>{t('failures', { count: failed })}</Link>
    </span>
  );
  const title = t(verdict.kind, { address, failed, all: failed + delivered });
  return (
    <Callout tone="danger" title={title} action={action}>
      {t(`cause.${verdict.cause}`)}
    </Callout>
  );
}

type IntervalProps = { period: NonNullable<HealthState['period']>; health: HealthState };

const FIGURES = ['failed', 'half', 'slowest'] as const;

/** The selected hour or day by address; each row links to its deliveries in that time. */
export function IntervalPanel({ period, health }: IntervalProps) {
  const t = useTranslations('webhooks');
  const locale = useLocale() as Locale;
  const { slug } = useSession().account;
  const query = useQuery(healthIntervalOptions(slug, period));
  const { data } = query;
  const time = (at: string) => formatInstant(locale, at, 'time-minute');
  const day = formatInstant(locale, period.from, 'day');
  const name = health.hourly ? t('moment.hour', { day, from: time(period.from), to: time(period.to) }) : day;
  const pathOf = ({ webhookId }: IntervalRow, more = '') =>
    `/${slug}/deliveries?${new URLSearchParams({ ...period, ...(webhookId && { webhookId }) })}${more}`;
  return (
    <Panel
      title={name}
      note={t(health.hourly ? 'moment.ofHour' : 'moment.ofDay')}
      padded={false}
      action={<IconButton icon="x" label={t('moment.close')} onClick={() => health.choose(null)} />}
    >
      <QueryBody query={query} />
      {data?.items.length === 0 && <p className="p-panel text-ink-3">{t('moment.none')}</p>}
      {data?.items.length !== 0 && (
        <DataTable
          columns={COLUMNS}
          rows={data?.items.map((line) => ({ ...line, id: `${line.webhookId} ${line.address}` }))}
          waiting={2}
          cell={IntervalCell}
          labels={{ label: name, loading: name, column: (column) => t(`moment.${column as 'address'}`) }}
          opening={{ href: (line) => pathOf(line), title: () => t('moment.see') }}
        />
      )}
      {data !== undefined && data.items.length > 0 && (
        <div className="grid gap-3 p-panel">
          <VerdictCallout lines={data.items} failuresOf={(line) => pathOf(line, '&outcome=failed')} />
          <dl className="grid gap-1 text-xs text-ink-3">
            {FIGURES.map((figure) => (
              <div key={figure}>
                <dt className="inline font-medium">{t(`reading.figure.${figure}`)}</dt>{' '}
                <dd className="inline">{t(`reading.means.${figure}`)}</dd>
              </div>
            ))}
          </dl>
        </div>
      )}
    </Panel>
  );
}

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
  const cells: Record<string, ReactNode> = {
    address: <Address url={address ?? t('noAddress')} />,
    delivered: number(delivered),
    failed: <span className={failed > 0 ? 'text-danger-ink' : undefined}>{number(failed)}</span>,
    half: number(ms),
    slowest: number(slowest),
    answers: <span className="mono">{statuses.map((status) => status ?? t('noAnswer')).join(', ')}</span>,
  };
  return cells[column];
}
