'use client';

import { useQuery } from '@tanstack/react-query';
import Link from 'next/link';
import { useFormatter, useLocale, useTranslations } from 'next-intl';
import { useBlock, useBlockLabels } from '#components/app-shell/block-notice.tsx';
import { doctorPath } from '#components/app-shell/nav.ts';
import { Unreached } from '#components/app-shell/page-fallbacks.tsx';
import { useCan, useSession } from '#components/app-shell/session.tsx';
import { CheckLine, QueryPanel, WaitingChecks } from '#components/overview/query-panel.tsx';
import { CopyId } from '#components/ui/copy-button.tsx';
import { IpRules } from '#components/ui/ip-rules.tsx';
import { CheckList } from '#components/ui/list-line.tsx';
import type { StatusKind } from '#components/ui/status.tsx';
import { useNow } from '#components/ui/use-now.ts';
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

export function HealthPanel({ account, className = '' }: { account: string; className?: string }) {
  const t = useTranslations('overview.health');
  const manages = useCan('manage');
  const query = useQuery(healthQuery(account));
  return (
    <QueryPanel
      query={query}
      title={t('title')}
      action={manages && <Link href={doctorPath(account)}>{t('doctor')}</Link>}
      className={className}
      skeleton={<Waiting />}
    >
      {(health) => (
        <CheckList>
          <Service health={health} read={readAt(query.dataUpdatedAt)} />
          <ServiceSays account={account} />
          <Access health={health} />
          <Block account={account} />
          <Certificate health={health} />
          <Pauses health={health} />
          <Circuit health={health} />
          <AuditLog health={health} />
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
  const age = health.lastSuccessAt === null ? null : relativeAge(locale, health.lastSuccessAt, now);
  const ms = health.latencyMs === null ? null : format.number(Math.round(health.latencyMs));
  const failed = health.state !== 'ok' && health.lastFailureAt !== null;
  return (
    <CheckLine
      kind={SERVICE[health.state]}
      what={t(`service.${health.state}`)}
      aside={age === null ? t('never') : ms === null ? age : t('answered', { age, ms })}
    >
      {health.unreached !== null && <Unreached />}
      {failed &&
        health.unreached === null &&
        t('lastFailure', { age: relativeAge(locale, health.lastFailureAt ?? now, now) })}
    </CheckLine>
  );
}

/** The service's own status (document 1, GET /status/), if it has the route. */
function ServiceSays({ account }: { account: string }) {
  const t = useTranslations('overview.health.says');
  const asks = useSession().account.capabilities.includes('service-status');
  const { data } = useQuery({ ...serviceStatusQuery(account), enabled: asks });
  if (data === undefined || !data.answered) return null;
  const kind = data.well === null ? 'idle' : data.well ? 'ok' : 'warn';
  return (
    <CheckLine
      kind={kind}
      what={t(data.well === null ? 'untold' : data.well ? 'well' : 'unwell')}
      aside={<span className="mono">{data.words}</span>}
    />
  );
}

const READ_ONLY = new Set(['PZA204', 'PZA206']);

/** The provider refuses the account: the remedy, and the IP to register. */
function Access({ health }: { health: Health }) {
  const t = useTranslations('overview.health');
  const code = health.blockedBy;
  if (code === null && health.lastSuccessAt === null)
    return health.state === 'unknown' ? null : <CheckLine kind="unknown" what={t('accessUnknown')} />;
  if (code === null) return <CheckLine kind="ok" what={t('access')} />;
  const key = t.has(`blocked.${code}`) ? code : 'other';
  return (
    <CheckLine
      kind={READ_ONLY.has(code) ? 'warn' : 'danger'}
      what={t(`blocked.${key}`)}
      aside={<span className="mono">{code}</span>}
    >
      {health.sourceIp && (
        <p>
          <CopyId value={health.sourceIp} whole />
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
  const words = useBlockLabels();
  const block = useBlock(account);
  if (block === null) return null;
  return (
    <CheckLine kind="danger" what={t('bankBlock')} aside={words.since(block.changedAt)}>
      {words.refused(block.operations)}
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
function Certificate({ health }: { health: Health }) {
  const t = useTranslations('overview.health.certificate');
  const locale = useLocale() as Locale;
  const { certificate, blockedBy } = health;
  if (certificate === null || blockedBy?.startsWith('CLIENT_CERTIFICATE')) return null;
  const state = certificateState(certificate);
  const day = certificate.validTo === null ? '' : formatInstant(locale, certificate.validTo, 'long-day');
  return (
    <CheckLine
      kind={TERM[state]}
      what={t(state, { days: certificate.daysLeft ?? 0 })}
      aside={day !== '' && t(state === 'expired' ? 'since' : 'until', { day })}
    >
      {state !== 'good' && t(`hint.${state}`)}
    </CheckLine>
  );
}

function Pauses({ health }: { health: Health }) {
  const t = useTranslations('overview.health');
  const locale = useLocale() as Locale;
  const time = health.lastPauseAt === null ? null : formatInstant(locale, health.lastPauseAt, 'time-minute');
  const seconds = health.lastPauseSeconds;
  const last =
    time === null ? '' : seconds === null ? t('lastPauseTime', { time }) : t('lastPause', { time, seconds });
  return (
    <CheckLine
      kind={health.pauses > 0 ? 'warn' : 'ok'}
      what={t('pauses', { count: health.pauses })}
      aside={health.pauses > 0 && last}
    />
  );
}

function Circuit({ health }: { health: Health }) {
  const t = useTranslations('overview.health');
  return (
    <CheckLine kind={CIRCUIT[health.circuit]} what={t(`circuit.${health.circuit}`)}>
      {health.circuit === 'open' && t('circuitWhy')}
    </CheckLine>
  );
}

/** Warns people who may manage that the audit chain is broken. */
function AuditLog({ health }: { health: Health }) {
  const t = useTranslations('overview.health.audit');
  if (health.auditBroken === null) return null;
  return (
    <CheckLine kind="danger" what={t('broken')} aside={t('entry', { number: health.auditBroken })}>
      {t('hint')}
    </CheckLine>
  );
}

function Waiting() {
  const t = useTranslations('overview.health');
  return (
    <WaitingChecks lines={[t('service.ok'), t('access'), t('pauses', { count: 0 }), t('circuit.closed')]} />
  );
}
