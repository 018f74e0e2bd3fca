'use client';

import { ErrorCodes, ErrorDetails, ErrorWait } from './error-body.tsx';
import { type ErrorCardProps, Said, useFault, Ways } from './error-parts.tsx';
import { useCountdown } from './use-countdown.ts';

/** Fault · the remedy and who can apply it · the value needed · action · line of codes. */
export function ErrorCard({ className = '', error, ...props }: ErrorCardProps) {
  const { onRetry } = props;
  const fault = useFault(error);
  const self = fault.words.retry === 'self';
  const wait = self && onRetry ? (fault.problem.retryAfterSeconds ?? 0) : 0;
  const countdown = useCountdown(wait, error, onRetry);
  const details = { ...props, fault, countdown };
  return (
    <div className={`panel error-card ${className}`} role={self ? 'status' : 'alert'}>
      {countdown.running ? <ErrorWait {...details} /> : <Said words={fault.words} asOf={props.asOf} />}
      <ErrorDetails {...details} />
      {!countdown.running && <Ways {...props} words={fault.words} />}
      <ErrorCodes {...details} />
    </div>
  );
}
