'use client';

import { dynamic } from './dynamic.tsx';
import { type DetailProps, type ErrorCardProps, Said, useFault, Ways } from './error-parts.tsx';
import { useCountdown } from './use-countdown.ts';

const body = () => import('./error-body.tsx');
const none = { loading: () => null, stays: true } as const;
/** They come when something failed; where nothing can be fetched any more, what is here is enough. */
export const ErrorWait = dynamic<DetailProps>(async () => (await body()).ErrorWait, {
  loading: Plain,
  stays: true,
});
export const ErrorDetails = dynamic<DetailProps>(async () => (await body()).ErrorDetails, none);
export const ErrorCodes = dynamic<DetailProps>(async () => (await body()).ErrorCodes, none);

/** Fault · the remedy and who can apply it · the value needed · action · line of codes. */
export function ErrorCard({ className = '', error, ...props }: ErrorCardProps) {
  const { onRetry } = props;
  const fault = useFault(error);
  const self = fault.words.retry === 'self';
  const wait = self && onRetry ? (fault.problem.retryAfterSeconds ?? 0) : 0;
  const countdown = useCountdown(wait, error, onRetry);
  const details = { ...props, fault, countdown };
  return (
    <div
      className={`panel error-card ${className}`}
      role={self ? 'status' : 'alert'}
      // Its codes come a moment later: the fault is not said twice for them.
      aria-atomic="false"
    >
      {countdown.running ? <ErrorWait {...details} /> : <Said words={fault.words} asOf={props.asOf} />}
      <ErrorDetails {...details} />
      {!countdown.running && <Ways {...props} words={fault.words} />}
      <ErrorCodes {...details} />
    </div>
  );
}

/** Instead of the wait, which goes on meanwhile. */
function Plain({ fault: { words }, asOf, ...ways }: DetailProps) {
  return (
    <>
      <Said words={words} asOf={asOf} />
      <Ways {...ways} words={words} />
    </>
  );
}
