'use client';

import { useTranslations } from 'next-intl';
import { type ReactNode, useContext } from 'react';
import { Button } from './button.tsx';
import { CopyId } from './copy-id.tsx';
import { CountdownRing } from './countdown-ring.tsx';
import { AccountTroubleContext, type DetailProps, StaleWords } from './error-parts.tsx';
import { Instant } from './instant.tsx';
import { NeededAddress } from './needed-address.tsx';

const OF_THE_ACCOUNT: readonly string[] = ['provider_unavailable', 'provider_timeout', 'provider_credential'];

/** The wait that ends by itself, and a way to stop it. */
export function ErrorWait({ fault: { problem, words }, countdown: { left, stop }, asOf }: DetailProps) {
  return (
    <Waiting title={words.title} left={left} total={problem.retryAfterSeconds ?? 0} stop={stop}>
      {words.todo} {asOf && <StaleWords asOf={asOf} />}
    </Waiting>
  );
}

/** The provider's own words, the address to register, and the account's way to its credential. */
export function ErrorDetails({ fault: { problem }, countdown }: DetailProps) {
  const t = useTranslations('common.error');
  const sourceIp = problem.provider?.sourceIp;
  const Trouble = useContext(AccountTroubleContext);
  return (
    <>
      {problem.help?.unknown && problem.provider?.message && (
        <p lang="pt-BR">
          <q>{problem.provider.message}</q>
        </p>
      )}
      {problem.code === 'rate_limited' && problem.retryAfterSeconds !== undefined && !countdown.running && (
        <p>{t('askAgain', { seconds: problem.retryAfterSeconds })}</p>
      )}
      {Trouble && OF_THE_ACCOUNT.includes(problem.code) && (
        <Trouble credential={problem.code === 'provider_credential'} />
      )}
      {sourceIp && <NeededAddress address={sourceIp} code={problem.provider?.code ?? null} />}
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

/** Line of codes. */
export function ErrorCodes({ fault: { problem, at } }: DetailProps) {
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
