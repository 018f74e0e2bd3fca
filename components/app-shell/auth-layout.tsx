import Link from 'next/link';
import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { Callout } from '#components/ui/callout.tsx';
import type { AccountSummary } from '#lib/session/contract.ts';

type Props = {
  title?: ReactNode;
  note?: ReactNode;
  /** The environment band above the frame's content. */
  band?: ReactNode;
  aside?: ReactNode;
  children: ReactNode;
};

/** The layout of pages before the sign-in is complete: one centred frame with the brand on top. */
export function AuthLayout({ title, note, band, aside, children }: Props) {
  const halves = aside
    ? 'grid-cols-[minmax(0,20rem)_minmax(0,1fr)] max-wide:grid-cols-[minmax(0,1fr)]'
    : 'grid-cols-[minmax(0,1fr)]';
  return (
    <div className="grid min-h-dvh place-items-center p-5 max-wide:items-start max-wide:justify-items-stretch max-wide:p-0">
      <div
        className={`flex min-h-98 w-full flex-col overflow-hidden rounded-3 border border-line-strong bg-raised max-wide:max-w-none max-wide:rounded-none max-wide:border-x-0 max-wide:border-t-0 max-wide:bg-transparent ${aside ? 'max-w-[58rem]' : 'max-w-[28.3rem]'}`}
        data-auth-frame=""
      >
        {band}
        <div className={`grid flex-1 ${halves}`}>
          <main className="grid content-start gap-4 px-6 py-5 max-wide:px-5 max-wide:pt-8">
            <p className={BRAND}>
              <Brand />
            </p>
            {title && (
              <div>
                <h1>{title}</h1>
                {note && <p className="text-ink-3">{note}</p>}
              </div>
            )}
            {children}
          </main>
          {aside}
        </div>
      </div>
    </div>
  );
}

/** Hidden fields of next-auth's form: its CSRF token, and the URL to return to. */
export function FormSecrets({ csrfToken, callbackUrl }: { csrfToken: string; callbackUrl: string }) {
  return (
    <>
      <input type="hidden" name="csrfToken" value={csrfToken} />
      <input type="hidden" name="callbackUrl" value={callbackUrl} />
    </>
  );
}

/** The URL the forms post to: next-auth's, not an endpoint of Guichê. */
export const SIGN_IN_ACTION = '/api/auth/callback/credentials';

export const BRAND =
  'flex items-center gap-2 text-ink text-md/4.5 font-[700] tracking-[-0.01em] no-underline hover:text-ink';

/** The logo: a counter window; its bar has the accent colour of actions. */
export function Brand() {
  return (
    <>
      <svg
        className="size-5 wide:max-drawer:in-[aside]:size-5.5"
        viewBox="0 0 20 20"
        aria-hidden="true"
        focusable="false"
      >
        <path d="M3 18V8a7 7 0 0 1 14 0v10" fill="none" stroke="currentColor" strokeWidth="2" />
        <path d="M1 18h18" stroke="currentColor" strokeWidth="2" />
        <path d="M6.5 13.5h7" stroke="var(--accent)" strokeWidth="3" />
      </svg>
      guichê
    </>
  );
}

export type BandKind = 'production' | 'sandbox' | 'simulator';

export function bandOf(account: Pick<AccountSummary, 'environment' | 'simulator'>): BandKind {
  return account.simulator ? 'simulator' : account.environment;
}

type BandProps = {
  kind: BandKind;
  /** URL of the simulator's controls, for operators who may use them. */
  controls?: string | undefined;
};

/** The band at the top of every page, which shows the environment: real or test money. */
export function EnvBand({ kind, controls }: BandProps) {
  const t = useTranslations('shell.env');
  if (kind === 'production')
    return (
      <section className="sticky top-0 z-60 h-0.75 bg-env-production" aria-label={t('label')}>
        <span className="sr-only">{t('production')}</span>
      </section>
    );
  return (
    <section
      className="sticky top-0 z-60 flex h-6 items-center gap-2 overflow-hidden whitespace-nowrap bg-[repeating-linear-gradient(-45deg,var(--env-sandbox)_0_10px,var(--env-sandbox-2)_10px_20px)] px-4 text-env-sandbox-ink text-xs leading-none forced-colors:border-b"
      aria-label={t('label')}
    >
      <b className="text-inherit tracking-[0.06em]">SANDBOX</b>
      <span className="truncate leading-[1.3]">{t(kind)}</span>
      {controls !== undefined && (
        <Link className="ml-auto flex-none font-semibold text-inherit underline" href={controls}>
          {t('controls')}
        </Link>
      )}
    </section>
  );
}

/** PZA206: the contract awaits a signature, so changes are refused; reads still work. */
export function ReadOnlyBanner() {
  const t = useTranslations('shell.readOnly');
  return (
    <Callout tone="warn" icon="lock" variant="banner" role="status" title={t('title')}>
      {t('description')} <span className="mono">PZA206</span>
    </Callout>
  );
}

/** The banner on every page of an account whose environment variables are missing on this instance. */
export function UnconfiguredNotice() {
  const t = useTranslations('shell.unconfigured');
  return (
    <Callout tone="warn" icon="key" variant="banner" role="status" title={t('title')}>
      {t('description')}
    </Callout>
  );
}
