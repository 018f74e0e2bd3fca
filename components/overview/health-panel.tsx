'use client';

import { useQuery } from '@tanstack/react-query';
import Link from 'next/link';
import { useFormatter, useLocale, useTranslations } from 'next-intl';
import { useBlock, useBlockLabels } from '#components/app-shell/block-notice.tsx';
import { doctorPath } from '#components/app-shell/nav.ts';
import { Unreached } from '#components/app-shell/page-fallbacks.tsx';
import { useCan, useSession } from '#components/app-shell/session.tsx';
import { CheckLine, QueryPanel, WaitingChecks } from '#components/overview/query-panel.tsx';
import { useNow } from '#components/ui/clock.tsx';
import { CopyId } from '#components/ui/copy-button.tsx';
import { IpRules } from '#components/ui/error-card.tsx';
import { CheckList } from '#components/ui/list-line.tsx';
import type { StatusKind } from '#components/ui/status.tsx';
import { type CertificateState, certificateState } from '#lib/card/certificate-term.ts';
import { readAt } from '#lib/core/clock.ts';
import { formatInstant, type Locale, relativeAge } from '#lib/core/dates.ts';
import type { Health } from '#lib/overview/contract.ts';
import { healthQuery, serviceStatusQuery } from '#lib/overview/queries.ts';

const SERVICE: Record<Health['state'], StatusKind> = {
  ok: 'ok',
  degraded: 'warn',
  down: 'danger',
  unknown: 'unknown',
};
const CIRCUIT: Record<Health['circuit'], StatusKind> = { closed: 'ok', half_open: 'warn', open: 'danger' };

export function HealthPanel({ account }: { account: string }) {
  const t = useTranslations('overview.health');
  const manages = useCan('manage');
  const query = useQuery(healthQuery(account));
  return (
    <QueryPanel
      query={query}
      title={t('title')}
      action={manages && <Link href={doctorPath(account)}>{t('doctor')}</Link>}
      skeleton={<WaitingChecks lines={4} />}
    >
      {(health) => (
        <CheckList>
          <Service health={health} read={readAt(query.dataUpdatedAt)} />
          <ReportedStatus account={account} />
          <Access health={health} />
          <Block account={account} />
          <Certificate health={health} />
          <Pauses health={health} />
          <CheckLine kind={CIRCUIT[health.circuit]} what={t(`circuit.${health.circuit}`)}>
            {health.circuit === 'open' && t('circuitWhy')}
          </CheckLine>
          {health.auditBroken !== null && (
            <CheckLine
              kind="danger"
              what={t('audit.broken')}
              aside={t('audit.entry', { number: health.auditBroken })}
            >
              {t('audit.hint')}
            </CheckLine>
          )}
        </CheckList>
      )}
    </QueryPanel>
  );
}

function Service({ health, read }: { health: Health; read: string | null }) {
  const t = useTranslations('overview.health');
  const locale = useLocale() as Locale;
  const format = useFormatter();
  const now = useNow(1000, read);
  const { state, lastSuccessAt, lastFailureAt, latencyMs, unreached } = health;
  const age = lastSuccessAt === null ? null : relativeAge(locale, lastSuccessAt, now);
  const ms = latencyMs === null ? null : format.number(Math.round(latencyMs));
  return (
    <CheckLine
      kind={SERVICE[state]}
      what={t(`service.${state}`)}
      aside={age === null ? t('never') : ms === null ? age : t('answered', { age, ms })}
    >
      {unreached !== null && <Unreached />}
      {unreached === null &&
        state !== 'ok' &&
        lastFailureAt !== null &&
        t('lastFailure', { age: relativeAge(locale, lastFailureAt, now) })}
    </CheckLine>
  );
}

/** The service's own status (document 1, GET /status/), if it has the route. */
function ReportedStatus({ account }: { account: string }) {
  const t = useTranslations('overview.health.serviceStatus');
  const hasRoute = useSession().account.capabilities.includes('service-status');
  const { data } = useQuery({ ...serviceStatusQuery(account), enabled: hasRoute });
  if (data === undefined || !data.answered) return null;
  const { well, words } = data;
  return (
    <CheckLine
      kind={well === null ? 'idle' : well ? 'ok' : 'warn'}
      what={t(well === null ? 'unknown' : well ? 'well' : 'unwell')}
      aside={<span className="mono">{words}</span>}
    />
  );
}

const READ_ONLY = new Set(['PZA204', 'PZA206']);

/** Whether the provider accepts the account; if not, the remedy and the IP to register. */
function Access({ health: { blockedBy: code, lastSuccessAt, state, sourceIp } }: { health: Health }) {
  const t = useTranslations('overview.health');
  if (code === null && lastSuccessAt === null)
    return state === 'unknown' ? null : <CheckLine kind="unknown" what={t('accessUnknown')} />;
  if (code === null) return <CheckLine kind="ok" what={t('access')} />;
  const key = t.has(`blocked.${code}`) ? code : 'other';
  return (
    <CheckLine
      kind={READ_ONLY.has(code) ? 'warn' : 'danger'}
      what={t(`blocked.${key}`)}
      aside={<span className="mono">{code}</span>}
    >
      {sourceIp && (
        <p>
          <CopyId value={sourceIp} whole />
        </p>
      )}
      {t(`hint.${key}`)}
      <IpRules code={code} />
    </CheckLine>
  );
}

/** The bank's block, which is independent of the provider's access. */
function Block({ account }: { account: string }) {
  const t = useTranslations('overview.health');
  const labels = useBlockLabels();
  const block = useBlock(account);
  if (block === null) return null;
  return (
    <CheckLine kind="danger" what={t('bankBlock')} aside={labels.since(block.changedAt)}>
      {labels.refused(block.operations)}
    </CheckLine>
  );
}

const TERM: Record<CertificateState, StatusKind> = {
  good: 'ok',
  soon: 'warn',
  expired: 'danger',
  unreadable: 'danger',
};

/** The account's client certificate. Renders nothing when the refusal above already names it. */
function Certificate({ health: { certificate, blockedBy } }: { health: Health }) {
  const t = useTranslations('overview.health.certificate');
  const locale = useLocale() as Locale;
  if (certificate === null || blockedBy?.startsWith('CLIENT_CERTIFICATE')) return null;
  const state = certificateState(certificate);
  const { validTo, daysLeft } = certificate;
  return (
    <CheckLine
      kind={TERM[state]}
      what={t(state, { days: daysLeft ?? 0 })}
      aside={
        validTo !== null &&
        t(state === 'expired' ? 'since' : 'until', { day: formatInstant(locale, validTo, 'long-day') })
      }
    >
      {state !== 'good' && t(`hint.${state}`)}
    </CheckLine>
  );
}

/** Pauses that the provider's rate limit caused today. */
function Pauses({ health: { pauses, lastPauseAt, lastPauseSeconds: seconds } }: { health: Health }) {
  const t = useTranslations('overview.health');
  const locale = useLocale() as Locale;
  const time = lastPauseAt === null ? null : formatInstant(locale, lastPauseAt, 'time-minute');
  return (
    <CheckLine
      kind={pauses > 0 ? 'warn' : 'ok'}
      what={t('pauses', { count: pauses })}
      aside={
        pauses > 0 &&
        time !== null &&
        (seconds === null ? t('lastPauseTime', { time }) : t('lastPause', { time, seconds }))
      }
    />
  );
}
