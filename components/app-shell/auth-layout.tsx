import type { ReactNode } from 'react';
import { BRAND, Brand } from './layout-parts.tsx';

type Props = {
  title?: ReactNode;
  note?: ReactNode;
  /** The environment band above the frame's content. */
  band?: ReactNode;
  /** A second column. */
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
