'use client';

import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { type ComponentProps, useEffect, useId, useRef, useState } from 'react';
import { useSession } from '#components/app-shell/session.tsx';
import { ReadError } from '#components/list/read-error.tsx';
import { Button, LinkButton } from '#components/ui/button.tsx';
import { Callout } from '#components/ui/callout.tsx';
import { clock } from '#components/ui/clock.tsx';
import { Drawer } from '#components/ui/drawer.tsx';
import { ErrorCard } from '#components/ui/error-card.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { SheetSteps } from '#components/ui/steps.tsx';
import { serverNow } from '#lib/core/clock.ts';
import { type Choice, EMPTY_SCOPE_FORM, lacking, type Start, scopeOf } from '#lib/resends/choice.ts';
import { isActive } from '#lib/resends/progress.ts';
import { type ResendDetail, resendOptions } from '#lib/resends/queries.ts';
import { JobBar, JobLegend, ResendBadge } from '../resend-badge.tsx';
import { JobActions } from '../running-jobs.tsx';
import { resendName } from '../use-labels.ts';
import { PauseNotice, RequestWindows } from '../windows.tsx';
import { CheckStep } from './check-step.tsx';
import { ChooseStep } from './choose-step.tsx';
import { usePreview, useStartResend } from './use-preview.ts';

type Props = {
  start: Start;
  /** Called with the start value that reopens the sheet at the current step. */
  onMove?: (start: Start) => void;
  onClose: () => void;
};
const STEPS = ['choose', 'check', 'follow'] as const;

/** Three steps: choose, check, follow. Nothing is sent before the second step is confirmed. */
export function ResendSheet({ start, onMove, onClose }: Props) {
  const t = useTranslations('resends.sheet');
  const task = useTask(start, onMove);
  const formId = useId();
  const { step } = task;
  return (
    <Drawer
      label={t('title')}
      title={t('title')}
      onClose={onClose}
      closeLabel={step === 'follow' ? t('closeDone') : t('close')}
      focusOnOpen
      footer={<Foot task={task} formId={formId} onClose={onClose} />}
    >
      <div className="flex-none px-4">
        <SheetSteps label={t('steps')} current={step} steps={STEPS.map((id) => ({ id, title: t(id) }))} />
      </div>
      <StepPlaceholder step={step} />
      {step === 'choose' && (
        <ChooseStep
          formId={formId}
          choice={task.choice}
          onChange={task.setChoice}
          onCheck={() => task.check(task.choice)}
        />
      )}
      {step === 'check' && <CheckStep task={task} />}
      {step === 'follow' && task.job !== null && <FollowStep id={task.job} />}
    </Drawer>
  );
}

/** On a step change, moves the focus to the new step, so that screen readers announce its name. */
function StepPlaceholder({ step }: { step: Start['at'] }) {
  const t = useTranslations('resends.sheet');
  const ref = useRef<HTMLHeadingElement>(null);
  const first = useRef(step);
  useEffect(() => {
    if (first.current === step) return;
    first.current = step;
    ref.current?.focus({ preventScroll: true });
  }, [step]);
  return (
    <h3 ref={ref} tabIndex={-1} className="sr-only">
      {t(step)}
    </h3>
  );
}

export type Task = ReturnType<typeof useTask>;

function useTask(start: Start, onMove?: (start: Start) => void) {
  const [at, setAt] = useState(start);
  const [whenAnswers, setWhenAnswers] = useState(false);
  const preview = usePreview();
  const choice = 'choice' in at ? at.choice : EMPTY_SCOPE_FORM;
  const move = (next: Start) => {
    setAt(next);
    onMove?.(next);
  };
  const check = (chosen: Choice) => {
    const scope = scopeOf(chosen);
    if (scope === null) return;
    move({ at: 'check', choice: chosen });
    preview.run(scope);
  };
  // With a choice from the page, the preview starts as the sheet opens.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, as it opens
  useEffect(() => {
    if (start.at === 'check') check(choice);
  }, []);
  return {
    step: at.at,
    job: 'id' in at ? at.id : null,
    choice,
    whenAnswers,
    preview,
    setChoice: (next: Choice) => move({ at: 'choose', choice: next }),
    setWhenAnswers,
    check,
    back: () => move({ at: 'choose', choice }),
    scheduled: (id: string) => move({ at: 'follow', id }),
  };
}

function Foot({ task, formId, onClose }: { task: Task; formId: string; onClose: () => void }) {
  const t = useTranslations('resends');
  const lacks = lacking(task.choice);
  if (task.step === 'check') return <CheckFoot task={task} />;
  if (task.step === 'follow')
    return (
      <>
        <span className="flex-1" />
        <Button onClick={onClose}>{t('followStep.done')}</Button>
      </>
    );
  return (
    <>
      <FootNote id={`${formId}-why`} role="status">
        {lacks !== null && t(`chooseStep.lacks.${lacks}`)}
      </FootNote>
      <Button onClick={onClose}>{t('sheet.close')}</Button>
      <Button
        type="submit"
        form={formId}
        variant="main"
        aria-disabled={lacks !== null}
        aria-describedby={`${formId}-why`}
      >
        {t('chooseStep.check')}
      </Button>
    </>
  );
}

/**
 * The button with the number to resend. If the counts come only from Guichê's index, zero does not block the
 * request: the provider decides by its own history.
 */
function CheckFoot({ task }: { task: Task }) {
  const t = useTranslations('resends');
  const { preview, busy, error } = task.preview;
  const count = preview?.counts.remaining ?? 0;
  const waits = task.whenAnswers && (preview?.failing.length ?? 0) > 0;
  const start = useStartResend(task.scheduled);
  const ready = preview !== null && !busy;
  const seconds = useSecondsUntil(ready ? preview.expiresAt : null);
  const expired = seconds !== null && seconds <= 0;
  return (
    <div className="grid min-w-0 flex-1 gap-2">
      {Boolean(start.error) && <ErrorCard error={start.error} />}
      <div className="flex flex-wrap items-center gap-2">
        <FootNote role={expired ? 'status' : undefined}>
          {expired ? t('checkStep.expired') : t('checkStep.acceptedDescription')}
          {seconds !== null && seconds > 0 && ` ${t('checkStep.validFor', { left: clock(seconds) })}`}
        </FootNote>
        <Button onClick={task.back}>{t('sheet.back')}</Button>
        {expired || start.error ? (
          <Button
            variant="main"
            onClick={() => {
              start.clear();
              task.check(task.choice);
            }}
          >
            {t('checkStep.refresh')}
          </Button>
        ) : (
          ready &&
          error === null &&
          (count > 0 || preview.estimated) && (
            <Button
              variant="main"
              aria-busy={start.busy || undefined}
              onClick={() => void start.submit({ previewId: preview.previewId, whenAnswers: waits })}
            >
              {count > 0
                ? t(waits ? 'checkStep.scheduleWaiting' : 'checkStep.schedule', { count })
                : t('checkStep.requestAnyway')}
            </Button>
          )
        )}
      </div>
    </div>
  );
}

/** A note next to the buttons of the sheet's footer; above them on a phone. */
function FootNote(props: ComponentProps<'span'>) {
  return <span className="min-w-0 flex-1 text-xs text-ink-3 max-wide:basis-full" {...props} />;
}

/** Whole seconds until `until`; null when `until` is null. */
function useSecondsUntil(until: string | null): number | null {
  const [seconds, setSeconds] = useState<number | null>(null);
  useEffect(() => {
    if (until === null) return setSeconds(null);
    const tick = () => setSeconds(Math.max(0, Math.ceil((Date.parse(until) - serverNow()) / 1000)));
    tick();
    const timer = setInterval(tick, 1000);
    return () => clearInterval(timer);
  }, [until]);
  return seconds;
}

/** The stage shown: `scheduled` only while the job is queued or paused. */
const stageOf = ({ state, pauseReason }: ResendDetail) =>
  pauseReason === 'receiver_down' ? 'waits' : state === 'queued' || state === 'paused' ? 'scheduled' : state;

/** Progress of the scheduled job; the sheet can be closed at any time. */
export function FollowStep({ id }: { id: string }) {
  const t = useTranslations('resends');
  const account = useSession().account.slug;
  const { data, error, refetch } = useQuery(resendOptions(account, id));
  const unread = error !== null && <ReadError error={error} onRetry={() => void refetch()} />;
  if (data === undefined)
    return (
      <section aria-busy={error === null || undefined} aria-label={t('loading')}>
        {unread || <Skeleton width="70%" />}
      </section>
    );
  const { counts, requests, requestsTotal } = data;
  const name = resendName(data.number);
  return (
    <>
      <section className="grid gap-2">
        <div className="flex flex-wrap items-center gap-2">
          <h3 className="text-sm">{t(`followStep.title.${stageOf(data)}`, { name })}</h3>
          <ResendBadge job={data} />
        </div>
        <JobBar counts={counts} />
        <JobLegend counts={counts} />
        <p>{t(isActive(data) ? 'followStep.description' : 'followStep.over')}</p>
        <p>
          <LinkButton href={`/${account}/resends/${encodeURIComponent(id)}`} variant="main" icon="open">
            {t('followStep.open', { name })}
          </LinkButton>
        </p>
      </section>
      {data.state === 'paused' && (
        <section>
          <PauseNotice job={data} />
          <p className="mt-2 flex flex-wrap items-center gap-2">
            <JobActions job={data} />
          </p>
        </section>
      )}
      {unread && <section>{unread}</section>}
      {requests.length > 0 && (
        <section>
          <h3>{t('windows.title', { count: requestsTotal })}</h3>
          <RequestWindows label={t('windows.title', { count: requestsTotal })} of={data} />
        </section>
      )}
      {counts.unknown > 0 && (
        <section className="border-0">
          <Callout icon="unknown" title={t('unknown.title', { count: counts.unknown })}>
            {t('unknown.looking')}
          </Callout>
        </section>
      )}
    </>
  );
}
