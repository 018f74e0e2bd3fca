'use client';

import { useLocale, useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { useSession } from '#components/app-shell/session.tsx';
import { Badge } from '#components/ui/badge.tsx';
import { LinkButton } from '#components/ui/button.tsx';
import { Callout } from '#components/ui/callout.tsx';
import { cn } from '#components/ui/cn.ts';
import { ErrorCard } from '#components/ui/error-card.tsx';
import { Icon } from '#components/ui/icon.tsx';
import { panelVariants } from '#components/ui/panel.tsx';
import { formatInstant, type Locale } from '#lib/core/dates.ts';
import type { Operation } from '#lib/operations/queries.ts';
import { isOpen, isReversed } from '#lib/operations/rules.ts';
import { ByHand } from './by-hand.tsx';
import { LookUpButton, NextLookUp } from './look-up.tsx';
import { operationStyle, useEndLabels, useKindLabels, useReasonLabels } from './operation-labels.ts';
import { useFollowed } from './use-followed.ts';

type Props = {
  operationId: string;
  /** Called once if the operation ends while it is on screen: confirmed or rejected. */
  onEnd?: (operation: Operation) => void;
  /** One more action (for example a repeat with the feature's own label). */
  action?: ReactNode;
  /** The feature's own text below the general one. */
  children?: ReactNode;
};

/**
 * An operation with an unknown outcome, shown in the feature that created it. Dashed until the provider
 * confirms it; it polls the look-ups and then shows the outcome.
 */
export function OperationState({ operationId, onEnd, action, children }: Props) {
  const { operation, error, refetch } = useFollowed(operationId, onEnd);
  if (operation === undefined)
    return error ? <ErrorCard error={error} onRetry={() => void refetch()} /> : null;
  return isOpen(operation.state) ? (
    <OpenState operation={operation} action={action}>
      {children}
    </OpenState>
  ) : (
    <Ended operation={operation} />
  );
}

type UnderProps = { operation: Operation; action: ReactNode; children: ReactNode };

function OpenState({ operation, action, children }: UnderProps) {
  const t = useTranslations('operations');
  const kind = useKindLabels()(operation.kind);
  const endLabels = useEndLabels();
  const { state, sentAt, createdAt, lookUps, id, nextLookUpAt } = operation;
  const account = useSession().account.slug;
  const unknown = state === 'unknown';
  const locale = useLocale() as Locale;
  return (
    <section
      className={cn(panelVariants({ local: true }), 'grid gap-2 p-panel')}
      aria-label={kind}
      aria-live="polite"
    >
      <div className="flex flex-wrap items-center gap-2">
        <Icon name={unknown ? 'unknown' : 'pending'} tone="idle" />
        <h2 className="min-w-0 flex-1">{t(unknown ? 'inline.unknown' : 'inline.sent', { kind })}</h2>
        {unknown && lookUps > 0 && (
          <Badge local icon="refresh">
            {t('inline.looking', { count: lookUps })}
          </Badge>
        )}
      </div>
      <p>
        {unknown && nextLookUpAt === null
          ? endLabels(operation)
          : t.rich(unknown ? 'inline.description' : 'inline.sentWords', {
              time: formatInstant(locale, sentAt ?? createdAt, 'time'),
              b: (words) => <b>{words}</b>,
            })}
      </p>
      {children}
      <div className="flex flex-wrap items-center gap-2">
        {operation.may.lookUp && <LookUpButton operation={operation} />}
        {action}
        <LinkButton href={`/${account}/operations?open=${id}`} variant="quiet">
          {t('do.show')}
        </LinkButton>
        <span className="text-xs text-ink-3">
          <NextLookUp operation={operation} />
        </span>
      </div>
    </section>
  );
}

function Ended({ operation }: { operation: Operation }) {
  const t = useTranslations('operations');
  const kind = useKindLabels()(operation.kind);
  const reason = useReasonLabels()(operation.reason);
  const endLabels = useEndLabels();
  const { state, problem, byHand, lateAt } = operation;
  if (byHand !== null && lateAt === null) return <ByHand operation={operation} />;
  if (state === 'confirmed')
    return (
      <Callout tone="ok" role="status" title={t('inline.confirmed', { kind })}>
        {endLabels(operation)}
      </Callout>
    );
  if (state === 'declined' || state === 'expired') return <Undecided operation={operation} kind={kind} />;
  return (
    <Callout tone="danger" role="alert" title={t('inline.rejected', { kind })}>
      {problem ? `${problem.title}. ${problem.hint}` : (reason ?? endLabels(operation))}
    </Callout>
  );
}

/** An operation that was never sent: declined, taken back by its requester, or expired. */
function Undecided({ operation, kind }: { operation: Operation; kind: string }) {
  const t = useTranslations('operations');
  const { state, approval } = operation;
  const own = isReversed(operation);
  const ended = own ? 'takenBack' : state === 'declined' ? 'declined' : 'expired';
  return (
    <Callout icon={operationStyle(state).shape} role="status" title={t(`inline.${ended}`, { kind })}>
      {t(own ? 'inline.takenBackWords' : `stateWords.${state as 'declined'}`)}
      {approval.reason !== null && (
        <>
          {' '}
          <q>{approval.reason}</q>
        </>
      )}
    </Callout>
  );
}
