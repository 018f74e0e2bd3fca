'use client';

import { useLocale, useTranslations } from 'next-intl';
import { type ComponentProps, type ComponentType, createContext, type ReactNode, useContext } from 'react';
import { CallError } from '#lib/api/client.ts';
import { formatInstant, type Locale } from '#lib/core/dates.ts';
import type { Problem } from '#lib/core/errors.ts';
import { Button } from './button.tsx';
import { cn } from './cn.ts';
import { CopyButton, CopyId } from './copy-button.tsx';
import { CountdownRing } from './countdown-ring.tsx';
import { Icon } from './icon.tsx';
import { Instant } from './instant.tsx';
import { IpRules } from './ip-rules.tsx';
import { panelVariants } from './panel.tsx';
import { useCountdown } from './use-now.ts';

/**
 * Renders a link from an error to the account's address or credential settings; null: the page belongs to no
 * account.
 */
export const AccountTroubleContext = createContext<ComponentType<{ credential: boolean }> | null>(null);

export type ErrorCardProps = {
  /** The thrown value; anything but a CallError is shown as a defect of this page. */
  error: unknown;
  /** Reads again; called by the button, and automatically where waiting is enough. */
  onRetry?: () => void;
  /** ISO instant of the data still on screen: "os dados são das 14:02:41". */
  asOf?: string | null | undefined;
  /** One more action, as a quiet link or button. */
  action?: ReactNode;
  className?: string;
};

/** Shows: the error · the remedy and who can apply it · the value needed · actions · the codes. */
export function ErrorCard({ error, onRetry, asOf, action, className }: ErrorCardProps) {
  const t = useTranslations('common.error');
  const Trouble = useContext(AccountTroubleContext);
  const { problem, at, words } = useErrorTexts(error);
  const { code, help, provider, retryAfterSeconds: seconds } = problem;
  const retriesItself = words.retry === 'self';
  const total = retriesItself && onRetry ? (seconds ?? 0) : 0;
  const { running, left, stop } = useCountdown(total, error, onRetry);
  const hint = (
    <>
      {words.hint} {asOf && <StaleNote asOf={asOf} />}
    </>
  );
  return (
    <ErrorFrame className={className} role={retriesItself ? 'status' : 'alert'}>
      {running ? (
        <Waiting title={words.title} left={left} total={total} stop={stop}>
          {hint}
        </Waiting>
      ) : (
        <>
          <ErrorHead soft={retriesItself}>
            <h2>{words.title}</h2>
          </ErrorHead>
          <p>{hint}</p>
          {words.responsible && <p className="text-xs text-ink-3">{words.responsible}</p>}
        </>
      )}
      {help?.unknown && provider?.message && (
        <p lang="pt-BR">
          <q>{provider.message}</q>
        </p>
      )}
      {code === 'rate_limited' && seconds !== undefined && !running && <p>{t('askAgain', { seconds })}</p>}
      {Trouble && ACCOUNT_CODES.includes(code) && <Trouble credential={code === 'provider_credential'} />}
      {provider?.sourceIp && <NeededAddress address={provider.sourceIp} code={provider.code ?? null} />}
      {!running && <CardActions retry={words.retry} onRetry={onRetry} action={action} />}
      <Codes problem={problem} at={at} />
    </ErrorFrame>
  );
}

const ACCOUNT_CODES: readonly string[] = ['provider_unavailable', 'provider_timeout', 'provider_credential'];
const DEFECT: Problem = { type: 'about:blank', title: 'defect', status: 0, code: 'internal' };
/** Codes without a help text that a later attempt can succeed after. */
const RETRYABLE_CODES: readonly string[] = [
  'offline',
  'unavailable',
  'rate_limited',
  'provider_unavailable',
  'provider_timeout',
  'internal',
];

/** Texts for a thrown value; anything but a CallError is a defect of this page. */
function useErrorTexts(error: unknown) {
  const t = useTranslations('common.error');
  const problem = error instanceof CallError ? error.problem : DEFECT;
  const at = error instanceof CallError ? error.at : null;
  if (problem.help) return { problem, at, words: problem.help };
  const known = problem.status === 0 && problem.code === 'unavailable' ? 'offline' : problem.code;
  const title = t.has(`${known}.title`) ? t(`${known as 'offline'}.title`) : problem.title;
  const hint = t.has(`${known}.hint`) ? t(`${known as 'offline'}.hint`) : '';
  const retry = RETRYABLE_CODES.includes(known) ? ('self' as const) : ('never' as const);
  return { problem, at, words: { title, hint, responsible: '', retry } };
}

/** The card's frame, for an error with its own texts. */
export function ErrorFrame({ className, ...rest }: ComponentProps<'div'>) {
  return (
    <div
      className={cn(
        panelVariants(),
        'error-card grid grid-cols-1 content-start gap-2 p-panel [&>p]:max-w-176',
        className,
      )}
      {...rest}
    />
  );
}

/** The icon and the heading; `soft`: the error passes without action. */
export function ErrorHead({ soft = false, children }: { soft?: boolean; children: ReactNode }) {
  return (
    <div className="flex items-center gap-2">
      <Icon name={soft ? 'triangle' : 'octagon'} tone={soft ? 'warn' : 'danger'} />
      {children}
    </div>
  );
}

/** The line of codes at the foot of an error. */
export function CodeLine({ className, ...rest }: ComponentProps<'div'>) {
  return (
    <div
      className={cn(
        'flex flex-wrap items-center gap-x-4 gap-y-1 border-t border-line pt-2 text-xs text-ink-3',
        className,
      )}
      {...rest}
    />
  );
}

function StaleNote({ asOf }: { asOf: string }) {
  const t = useTranslations('common.error');
  const locale = useLocale() as Locale;
  const time = formatInstant(locale, asOf, 'time');
  return <span>{t.rich('stale', { time, b: (words) => <b>{words}</b> })}</span>;
}

type WaitingProps = { title: string; left: number; total: number; stop: () => void; children: ReactNode };

/** A countdown that the operator can stop. Screen readers announce its total once, not every second. */
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

/**
 * The IP address that the provider must have registered, to copy, and the provider's rules for registering
 * one; `code`: the provider's error code.
 */
function NeededAddress({ address, code }: { address: string; code: string | null }) {
  const t = useTranslations('common.error');
  return (
    <>
      <div className="flex w-max max-w-full items-center gap-2 rounded-2 border border-line-strong px-2.5 py-1.5">
        <span className="mono text-md text-ink">{address}</span>
        <CopyButton value={address}>{t('copyIp')}</CopyButton>
      </div>
      <IpRules code={code} />
    </>
  );
}

type ActionsProps = {
  retry: 'self' | 'ask' | 'never';
  onRetry: (() => void) | undefined;
  action: ReactNode;
};

function CardActions({ retry, onRetry, action }: ActionsProps) {
  const t = useTranslations('common.error');
  const canRetry = onRetry !== undefined && retry !== 'never';
  if (!canRetry && !action) return null;
  return (
    <div className="flex flex-wrap items-center gap-2">
      {canRetry && <Button onClick={onRetry}>{retry === 'ask' ? t('check') : t('tryNow')}</Button>}
      {action}
    </div>
  );
}

function Codes({ problem, at }: { problem: Problem; at: Date | null }) {
  const t = useTranslations('common.error');
  const { code, provider, unreached, status: own } = problem;
  // Guichê's own status is not the provider's, so it is hidden where the provider did not answer.
  const status = provider?.status ?? (ACCOUNT_CODES.includes(code) ? null : own || null);
  return (
    <CodeLine>
      <span>
        {t('code')} <span className="mono">{provider?.code ?? code}</span>
      </span>
      {status !== null && <span>HTTP {status}</span>}
      {status === null && unreached !== undefined && <span>{t(`unreached.${unreached}`)}</span>}
      {provider?.requestId && (
        <span className="inline-flex items-center gap-1">
          {t('request')} <CopyId value={provider.requestId} />
        </span>
      )}
      {at && <Instant at={at.toISOString()} variant="time" />}
    </CodeLine>
  );
}
