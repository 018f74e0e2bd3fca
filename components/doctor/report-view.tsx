'use client';

import { useFormatter, useLocale, useTranslations } from 'next-intl';
import { CopyButton } from '#components/ui/copy-button.tsx';
import { Icon } from '#components/ui/icon.tsx';
import { IpRules } from '#components/ui/ip-rules.tsx';
import { type StatusKind, statusStyle } from '#components/ui/status.tsx';
import type { Report } from '#lib/connections/queries.ts';
import { formatInstant, type Locale } from '#lib/core/dates.ts';
import { checkLabels, linesOf, missingSentence, type Words } from '#lib/doctor/words.ts';

type Check = Report['checks'][number];

/** Finding and remedy of a check, in the reader's language. */
function useCheckLabels() {
  const t = useTranslations('doctor') as unknown as Words;
  const locale = useLocale() as Locale;
  return (check: Check) => checkLabels(check, t, locale);
}

/** What an unreadable answer lacks; null for every other answer. */
function useLackLabels() {
  const t = useTranslations('doctor') as unknown as Words;
  return (answer: Report['answers'][number]) => missingSentence(answer, t);
}

/** The whole report as text, for the maintainers of Guichê or of the provider. */
export function useSummary() {
  const t = useTranslations('doctor') as unknown as Words;
  const locale = useLocale() as Locale;
  return (slug: string, report: Report) => linesOf(slug, report, t, locale).join('\n');
}

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
  const { title, found, hint } = useCheckLabels()(check);
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
  const lacking = useLackLabels();
  const lost = report.answers.flatMap((answer) => {
    const lack = lacking(answer);
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
