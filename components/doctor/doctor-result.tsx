'use client';

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useFormatter, useLocale, useTranslations } from 'next-intl';
import { useEffect } from 'react';
import { Button } from '#components/ui/button.tsx';
import { CopyButton } from '#components/ui/copy-button.tsx';
import { Drawer } from '#components/ui/drawer.tsx';
import { ErrorCard, IpRules } from '#components/ui/error-card.tsx';
import { Icon } from '#components/ui/icon.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { type StatusKind, statusStyle } from '#components/ui/status.tsx';
import { call } from '#lib/api/client.ts';
import { allConnections, type Connection, doctorOptions, type Report } from '#lib/connections/queries.ts';
import { formatInstant, type Locale } from '#lib/core/dates.ts';
import { checkLabels, type DoctorTranslator, linesOf, missingSentence } from '#lib/doctor/report-text.ts';

/** The doctor's last report on an account. `runAtOnce`: it may be old or missing, so examine now. */
export function useDoctor(id: string, { runAtOnce }: { runAtOnce: boolean }) {
  const client = useQueryClient();
  const last = useQuery(doctorOptions(id));
  const run = useMutation({
    mutationFn: async () => {
      const { report } = await call('POST /api/settings/accounts/{id}/doctor', { params: { id } });
      client.setQueryData(doctorOptions(id).queryKey, report);
      void client.invalidateQueries({ queryKey: allConnections, exact: true });
    },
  });
  const { mutate } = run;
  useEffect(() => {
    if (runAtOnce) mutate();
  }, [runAtOnce, mutate]);
  const report = last.data ?? null;
  return {
    report,
    /** There is a report without problems. */
    allOk: report?.checks.every(({ state }) => state === 'ok') ?? false,
    start: () => mutate(),
    running: run.isPending,
    error: run.error ?? last.error,
  };
}

type Doctor = ReturnType<typeof useDoctor>;

/** The doctor's report, or a placeholder while the first examination runs. */
export function DoctorResult({ doctor: { report, running, error } }: { doctor: Doctor }) {
  const t = useTranslations('doctor');
  return (
    <section className="border-0" aria-live="polite" aria-busy={running || undefined}>
      {error !== null && <ErrorCard error={error} />}
      {report !== null && <ReportView report={report} />}
      {report === null && error === null && (
        <div className="grid gap-2">
          <p className="text-ink-3">{t('running')}</p>
          <Skeleton width="90%" />
          <Skeleton width="70%" />
          <Skeleton width="80%" />
        </div>
      )}
    </section>
  );
}

export function DoctorAgain({ doctor: { allOk, start, running }, main }: { doctor: Doctor; main: boolean }) {
  const t = useTranslations('doctor');
  return (
    <Button
      variant={main ? 'main' : 'plain'}
      onClick={start}
      disabled={running}
      aria-busy={running || undefined}
    >
      {running ? t('running') : t(allOk ? 'run' : 'again')}
    </Button>
  );
}

type Props = { account: Connection; onClose: () => void };

/** The doctor's report on one account, with the button to run it again. */
export function DoctorSheet({ account: { id, name, slug }, onClose }: Props) {
  const t = useTranslations('doctor');
  const doctor = useDoctor(id, { runAtOnce: true });
  const translator = useDoctorTranslator();
  const locale = useLocale() as Locale;
  const { report } = doctor;
  const footer = (
    <>
      <span className="flex-1 text-xs text-ink-3">{t('onlyReads')}</span>
      {report !== null && (
        // The whole report as text, for the maintainers of Guichê or of the provider.
        <CopyButton value={linesOf(slug, report, translator, locale).join('\n')}>{t('copy')}</CopyButton>
      )}
      <DoctorAgain doctor={doctor} main />
    </>
  );
  const title = t('titleOf', { name });
  return (
    <Drawer label={title} title={title} onClose={onClose} footer={footer} focusOnOpen>
      <DoctorResult doctor={doctor} />
    </Drawer>
  );
}

type Check = Report['checks'][number];

const useDoctorTranslator = () => useTranslations('doctor') as unknown as DoctorTranslator;

const KINDS: Record<Check['state'], StatusKind> = {
  ok: 'ok',
  waits: 'warn',
  fails: 'danger',
  unknown: 'unknown',
};
const WORST_FIRST = ['fails', 'waits', 'unknown', 'ok'] as const;

/** Lists of routes and fields, with the count at the right. */
const LINES = '*:grid *:grid-cols-[minmax(0,1fr)_max-content] *:gap-x-2 *:border-line *:border-b *:py-1';

/** Checks of the doctor: failures first, each with its remedy. */
export function ReportView({ report }: { report: Report }) {
  const t = useTranslations('doctor');
  const format = useFormatter();
  const locale = useLocale() as Locale;
  const count = (state: Check['state']) => report.checks.filter((check) => check.state === state).length;
  const ordered = WORST_FIRST.flatMap((state) => report.checks.filter((check) => check.state === state));
  return (
    <div className="grid gap-3">
      <div className="grid grid-cols-[repeat(auto-fit,minmax(4.5rem,1fr))] rounded-2 border border-line-strong">
        {WORST_FIRST.filter((state) => state !== 'unknown' || count(state) > 0).map((state) => (
          <div
            key={state}
            className="border-line border-r px-2 py-1.5 text-(length:--text-xs) text-ink-3 last:border-r-0"
          >
            <b className="block text-md">{count(state)}</b>
            {t(`sum.${state}`, { count: count(state) })}
          </div>
        ))}
      </div>
      <p className="text-xs text-ink-3">
        {t('made', {
          calls: report.calls,
          seconds: format.number(report.tookMs / 1000, { maximumFractionDigits: 1 }),
          time: formatInstant(locale, report.at, 'time'),
        })}
      </p>
      <ul>
        {ordered.map((check) => (
          <Line key={check.id} check={check} report={report} />
        ))}
      </ul>
      <Answers report={report} />
    </div>
  );
}

function Line({ check, report }: { check: Check; report: Report }) {
  const t = useTranslations('doctor');
  const { title, found, hint } = checkLabels(check, useDoctorTranslator(), useLocale() as Locale);
  const { shape, tone } = statusStyle(KINDS[check.state]);
  const address = check.facts.address;
  const more = check.state !== 'ok' || check.id === 'contract';
  return (
    <li className="grid grid-cols-[1rem_8.5rem_minmax(0,1fr)_max-content] items-start gap-x-2 border-line border-b py-2 @max-[44rem]/room:grid-cols-[1rem_minmax(0,1fr)_max-content]">
      <Icon name={shape} tone={tone} />
      <b className="font-medium">
        {title} <span className="sr-only">({t(`states.${check.state}`)})</span>
      </b>
      <p className="wrap-anywhere @max-[44rem]/room:col-[2/4] @max-[44rem]/room:row-start-2">{found}</p>
      <span className="mono text-xs text-ink-3">{check.code}</span>
      {more && (hint !== null || check.id === 'fields') && (
        <div className="col-[3/5] mt-1 grid gap-1.5 wrap-anywhere text-ink-2 text-xs @max-[44rem]/room:col-[2/4]">
          {hint !== null && <p>{hint}</p>}
          {typeof address === 'string' && (
            <span className="flex items-center gap-2">
              <span className="mono">{address}</span>
              <CopyButton value={address} />
            </span>
          )}
          {check.id === 'ip' && check.code !== null && <IpRules code={check.code} />}
          {check.id === 'fields' && <Unread report={report} />}
        </div>
      )}
    </li>
  );
}

function Unread({ report }: { report: Report }) {
  const t = useTranslations('doctor.unread');
  const translator = useDoctorTranslator();
  const lost = report.answers.flatMap((answer) => {
    const lack = missingSentence(answer, translator);
    return lack === null ? [] : [{ route: answer.route, lack }];
  });
  if (report.unread.length === 0 && lost.length === 0) return null;
  return (
    <ul className={LINES}>
      {lost.map(({ route, lack }) => (
        <li key={route}>
          <span>
            {lack}
            <br />
            <span className="mono">{route}</span>
          </span>
        </li>
      ))}
      {report.unread.map(({ route, field, why, count, of }) => (
        <li key={`${route} ${field}`}>
          <span>
            <span className="mono text-ink">{field}</span>
            <br />
            {t(why)} · <span className="mono">{route}</span>
          </span>
          <span>{t('count', { count, of })}</span>
        </li>
      ))}
    </ul>
  );
}

function Answers({ report }: { report: Report }) {
  const t = useTranslations('doctor');
  return (
    <details className="text-xs">
      <summary className="cursor-pointer text-ink-2">{t('answers')}</summary>
      <ul className={LINES}>
        {report.answers.map(({ route, end, code, ms, unknown }) => (
          <li key={route}>
            <span>
              <span className="mono break-all">{route}</span>
              <br />
              {t(`ends.${end}`)} {code !== null && <span className="mono">{code}</span>}
              {unknown.length > 0 && (
                <>
                  <br />
                  {t('unread.new')} <span className="mono break-all">{unknown.join(', ')}</span>
                </>
              )}
            </span>
            <span>{ms} ms</span>
          </li>
        ))}
      </ul>
    </details>
  );
}
