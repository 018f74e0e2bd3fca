'use client';

import { dynamic } from './dynamic.tsx';
import { type ErrorBodyProps, type ErrorCardProps, Said, useFault, Ways } from './error-parts.tsx';

/** Most of it comes when something failed; where nothing can be fetched any more, what is here is enough. */
export const ErrorBody = dynamic<ErrorBodyProps>(async () => (await import('./error-body.tsx')).ErrorBody, {
  loading: PlainBody,
  stays: true,
});

/** A fault, its remedy and the way on. */
export function ErrorCard({ className = '', ...props }: ErrorCardProps) {
  const fault = useFault(props.error);
  return (
    <div className={`panel error-card ${className}`} role={fault.words.retry === 'self' ? 'status' : 'alert'}>
      <ErrorBody {...props} fault={fault} />
    </div>
  );
}

function PlainBody({ fault: { words }, ...ways }: ErrorBodyProps) {
  return (
    <>
      <Said words={words} />
      <Ways {...ways} words={words} />
    </>
  );
}
