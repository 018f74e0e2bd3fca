'use client';

import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useEffect, useId, useRef, useState } from 'react';
import { useSession } from '#components/app-shell/session.tsx';
import { ReadError } from '#components/list/read-error.tsx';
import { Button, LinkButton } from '#components/ui/button.tsx';
import { Callout } from '#components/ui/callout.tsx';
import { Drawer } from '#components/ui/drawer.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { SheetSteps } from '#components/ui/steps.tsx';
import { type Choice, EMPTY_SCOPE_FORM, lacking, scopeOf } from '#lib/resends/choice.ts';
import { isActive } from '#lib/resends/progress.ts';
import { type ResendDetail, resendOptions } from '#lib/resends/queries.ts';
import type { Start } from '#lib/resends/start.ts';
import { JobActions } from '../page/job-actions.tsx';
import { JobBar, JobLegend, ResendBadge } from '../resend-badge.tsx';
import { resendName } from '../use-labels.ts';
import { PauseNotice, RequestWindows } from '../windows.tsx';
import { CheckFoot, FootNote } from './check-foot.tsx';
import { CheckStep } from './check-step.tsx';
import { ChooseStep } from './choose-step.tsx';
import { usePreview } from './use-preview.ts';

type Props = {
  start: Start;
  /** Called with the start value that reopens the sheet at the current step. */
  onMove?: (start: Start) => void;
  onClose: () => void;
};
type Step = Start['at'];

/** The stage shown: `scheduled` only while the job is queued or paused. */
const stageOf = ({ state, pauseReason }: ResendDetail) =>
  pauseReason === 'receiver_down' ? 'waits' : state === 'queued' || state === 'paused' ? 'scheduled' : state;

/** Progress of the scheduled job; the sheet can be closed at any time. */
export function FollowStep({ id }: { id: string }) {
  const t = useTranslations('resends');
  const account = useSession().account.slug;
  const { data, error, refetch } = useQuery(resendOptions(account, id));
  if (data === undefined)
    return (
      <section aria-busy={error === null || undefined} aria-label={t('loading')}>
        {error === null ? (
          <Skeleton width="70%" />
        ) : (
          <ReadError error={error} onRetry={() => void refetch()} />
        )}
      </section>
    );
  const name = resendName(data.number);
  return (
    <>
      <section className="grid gap-2">
        <div className="flex flex-wrap items-center gap-2">
          <h3 className="text-sm">{t(`followStep.title.${stageOf(data)}`, { name })}</h3>
          <ResendBadge job={data} />
        </div>
        <JobBar counts={data.counts} />
        <JobLegend counts={data.counts} />
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
      {error !== null && (
        <section>
          <ReadError error={error} onRetry={() => void refetch()} />
        </section>
      )}
      {data.requests.length > 0 && (
        <section>
          <h3>{t('windows.title', { count: data.requestsTotal })}</h3>
          <RequestWindows
            label={t('windows.title', { count: data.requestsTotal })}
            requests={data.requests}
            total={data.requestsTotal}
            pausedUntil={data.pausedUntil}
          />
        </section>
      )}
      {data.counts.unknown > 0 && (
        <section className="border-0">
          <Callout icon="unknown" title={t('unknown.title', { count: data.counts.unknown })}>
            {t('unknown.looking')}
          </Callout>
        </section>
      )}
    </>
  );
}

/**
 * Three steps: choose, check, follow. Nothing is sent before the second step is confirmed; the page stays
 * readable.
 */
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
        <SheetSteps
          label={t('steps')}
          current={step}
          steps={(['choose', 'check', 'follow'] as const).map((id) => ({ id, title: t(id) }))}
        />
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
function StepPlaceholder({ step }: { step: Step }) {
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
  const account = useSession().account.slug;
  const [step, setStep] = useState<Step>(start.at);
  const [choice, setChoice] = useState<Choice>('choice' in start ? start.choice : EMPTY_SCOPE_FORM);
  const [whenAnswers, setWhenAnswers] = useState(false);
  const [job, setJob] = useState<string | null>('id' in start ? start.id : null);
  const preview = usePreview(account);
  const { run } = preview;
  const check = (chosen: Choice) => {
    const scope = scopeOf(chosen);
    if (scope === null) return;
    setChoice(chosen);
    setStep('check');
    onMove?.({ at: 'check', choice: chosen });
    void run(scope);
  };
  // With a choice from the page, the preview starts as the sheet opens.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, as it opens
  useEffect(() => {
    if (start.at === 'check') check(choice);
  }, []);
  return {
    account,
    step,
    choice,
    setChoice: (next: Choice) => {
      setChoice(next);
      onMove?.({ at: 'choose', choice: next });
    },
    whenAnswers,
    setWhenAnswers,
    preview,
    check,
    job,
    back: () => {
      setStep('choose');
      onMove?.({ at: 'choose', choice });
    },
    scheduled: (id: string) => {
      setJob(id);
      setStep('follow');
      onMove?.({ at: 'follow', id });
    },
  };
}

type FootProps = { task: Task; formId: string; onClose: () => void };

function Foot({ task, formId, onClose }: FootProps) {
  const t = useTranslations('resends');
  const lacks = lacking(task.choice);
  if (task.step === 'choose')
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
  if (task.step === 'check') return <CheckFoot task={task} />;
  return (
    <>
      <span className="flex-1" />
      <Button onClick={onClose}>{t('followStep.done')}</Button>
    </>
  );
}
