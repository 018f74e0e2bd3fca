'use client';

import { useLocale, useTranslations } from 'next-intl';
import { type ReactNode, useContext } from 'react';
import { formatInstant, type Locale } from '#lib/dates.ts';
import type { Problem } from '#lib/errors.ts';
import { Button } from './button.tsx';
import { CopyId } from './copy-id.tsx';
import { CountdownRing } from './countdown-ring.tsx';
import { dynamic } from './dynamic.tsx';
import { AccountTroubleContext, type ErrorBodyProps, Said, Ways } from './error-parts.tsx';
import { Instant } from './instant.tsx';
import { useCountdown } from './use-countdown.ts';

/** Only where the provider refused an address. */
export const NeededAddress = dynamic(async () => (await import('./needed-address.tsx')).NeededAddress, {
  loading: () => null,
});
const OF_THE_ACCOUNT: readonly string[] = ['provider_unavailable', 'provider_timeout', 'provider_credential'];

/** Fault · the remedy and who can apply it · the value needed · action · line of codes. */
export function ErrorBody({ error, fault: { problem, at, words }, ...props }: ErrorBodyProps) {
  const { asOf, onRetry } = props;
  const wait = words.retry === 'self' && onRetry ? (problem.retryAfterSeconds ?? 0) : 0;
  const { left, running, stop } = useCountdown(wait, error, onRetry);
  const sourceIp = problem.provider?.sourceIp;
  const Trouble = useContext(AccountTroubleContext);
  return (
    <>
      {running ? (
        <Waiting title={words.title} left={left} total={wait} stop={stop}>
          {words.todo} {asOf && <StaleWords asOf={asOf} />}
        </Waiting>
      ) : (
        <Said words={words}>{asOf && <StaleWords asOf={asOf} />}</Said>
      )}
      {problem.help?.unknown && problem.provider?.message && (
        <p lang="pt-BR">
          <q>{problem.provider.message}</q>
        </p>
      )}
      {Trouble && OF_THE_ACCOUNT.includes(problem.code) && (
        <Trouble credential={problem.code === 'provider_credential'} />
      )}
      {sourceIp && <NeededAddress address={sourceIp} code={problem.provider?.code ?? null} />}
      {!running && <Ways {...props} words={words} />}
      <Codes problem={problem} at={at} />
    </>
  );
}

type WaitingProps = { title: string; left: number; total: number; stop: () => void; children: ReactNode };

/** The second that ticks is for the eye; a screen reader hears the wait once. */
function Waiting({ title, left, total, stop, children }: WaitingProps) {
  const t = useTranslations('common.error');
  return (
    <div className="flex items-center gap-3">
      <CountdownRing left={left} total={total} />
      <div className="min-w-0 flex-1">
        <h2>
          <span aria-hidden="true">{t('retryIn', { title, seconds: left })}</span>
          <span className="sr-only">{t('retryIn', { title, seconds: total })}</span>
        </h2>
        <p>{children}</p>
      </div>
      <Button size="sm" onClick={stop}>
        {t('stop')}
      </Button>
    </div>
  );
}

function StaleWords({ asOf }: { asOf: string }) {
  const t = useTranslations('common.error');
  const locale = useLocale() as Locale;
  const time = formatInstant(locale, asOf, 'time');
  return <span>{t.rich('stale', { time, b: (words) => <b>{words}</b> })}</span>;
}

function Codes({ problem, at }: { problem: Problem; at: Date | null }) {
  const t = useTranslations('common.error');
  const { provider } = problem;
  const status = provider?.status ?? (problem.status || null);
  return (
    <div className="codes">
      <span>
        {t('code')} <span className="mono">{provider?.code ?? problem.code}</span>
      </span>
      {status !== null && <span>HTTP {status}</span>}
      {provider?.requestId && (
        <span className="inline-flex items-center gap-1">
          {t('request')} <CopyId value={provider.requestId} />
        </span>
      )}
      {at && <Instant at={at.toISOString()} variant="time" />}
    </div>
  );
}
