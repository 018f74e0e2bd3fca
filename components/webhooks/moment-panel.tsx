'use client';

import { useQuery } from '@tanstack/react-query';
import Link from 'next/link';
import { useFormatter, useLocale, useTranslations } from 'next-intl';
import { ReadError } from '#components/list/read-error.tsx';
import { useSession } from '#components/shell/session-context.tsx';
import { Address } from '#components/ui/address.tsx';
import { IconButton } from '#components/ui/icon-button.tsx';
import { Panel } from '#components/ui/panel.tsx';
import { WaitingRows } from '#components/ui/waiting-rows.tsx';
import { formatInstant, type Locale } from '#lib/dates.ts';
import { healthMomentOptions, type MomentLine } from '#lib/deliveries/queries.ts';
import styles from './health.module.css';
import type { HealthState } from './use-health.ts';

type Moment = NonNullable<HealthState['moment']>;

/** The chosen hour or day, address by address; each leads to its deliveries of that time. */
export function MomentPanel({ moment, health }: { moment: Moment; health: HealthState }) {
  const t = useTranslations('webhooks.moment');
  const { slug } = useSession().account;
  const { data, error, refetch } = useQuery(healthMomentOptions(slug, moment));
  const name = useMomentName(moment, health);
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
        <table
          className={`table ${styles.moment}`}
          aria-label={name}
          aria-busy={data === undefined || undefined}
        >
          <thead>
            <tr>
              <th scope="col">{t('address')}</th>
              {(['delivered', 'failed', 'half', 'slowest'] as const).map((column) => (
                <th key={column} scope="col" className={`num ${styles[column] ?? ''}`}>
                  {t(column)}
                </th>
              ))}
              <th scope="col" className={styles.answers}>
                {t('answers')}
              </th>
            </tr>
          </thead>
          {data === undefined ? (
            <WaitingRows lines={2} cells={6} />
          ) : (
            <tbody>
              {data.items.map((line) => (
                <Line key={`${line.webhookId} ${line.address}`} line={line} moment={moment} />
              ))}
            </tbody>
          )}
        </table>
      )}
    </Panel>
  );
}

/** 'qui 19 nov, 13:00 a 14:00', or the day. */
function useMomentName({ from, to }: Moment, { hourly }: HealthState): string {
  const t = useTranslations('webhooks.moment');
  const locale = useLocale() as Locale;
  const time = (at: string) => formatInstant(locale, at, 'time-minute');
  const day = formatInstant(locale, from, 'day');
  return hourly ? t('hour', { day, from: time(from), to: time(to) }) : day;
}

function Line({ line, moment }: { line: MomentLine; moment: Moment }) {
  const t = useTranslations('webhooks.moment');
  const format = useFormatter();
  const { slug } = useSession().account;
  const { webhookId, address, delivered, failed, ms, slowest, statuses } = line;
  const query = new URLSearchParams({ ...moment, ...(webhookId === null ? {} : { webhookId }) });
  const number = (value: number | null) => (value === null ? '–' : format.number(value));
  return (
    <tr>
      <td className={styles.address}>
        <Link href={`/${slug}/deliveries?${query}`} title={t('see')}>
          <Address url={address ?? t('noAddress')} />
        </Link>
      </td>
      <td className={`num ${styles.delivered}`}>
        <span className={styles.label}>{t('delivered')} </span>
        {number(delivered)}
      </td>
      <td className={`num ${styles.failed} ${failed > 0 ? 'text-danger-ink' : ''}`}>
        <span className={styles.label}>{t('failed')} </span>
        {number(failed)}
      </td>
      <td className={`num ${styles.half}`}>{number(ms)}</td>
      <td className={`num ${styles.slowest}`}>{number(slowest)}</td>
      <td className={styles.answers}>
        <span className="mono">{statuses.map((status) => status ?? t('noAnswer')).join(', ')}</span>
      </td>
    </tr>
  );
}
