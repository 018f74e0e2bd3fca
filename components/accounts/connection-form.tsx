'use client';

import { useMutation } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { type ReactNode, useRef } from 'react';
import { StepUpCancelled, useStepUp } from '#components/app-shell/step-up-context.ts';
import { ReportView } from '#components/doctor/report-view.tsx';
import { type FormOfChange, OperationForm } from '#components/forms/operation-form.tsx';
import { Button } from '#components/ui/button.tsx';
import { Callout } from '#components/ui/callout.tsx';
import { CallError } from '#lib/api/client.ts';
import type { Report } from '#lib/connections/queries.ts';
import { faultOf, Refusal, useFaultLabels } from './use-faults.tsx';

/**
 * Runs the doctor with the typed values, with a proof of identity if one is due, because it calls a typed
 * address. A later edit discards the report.
 */
export function useTrial<Body>(body: Body, run: (body: Body) => Promise<Report>) {
  const tried = useRef('');
  const now = JSON.stringify(body);
  const { withProof } = useStepUp();
  const { mutate, data, error, isPending } = useMutation({
    mutationFn: (tested: Body) => withProof(() => run(tested)),
    gcTime: 0,
  });
  const same = tried.current === now;
  return {
    report: same ? data : undefined,
    error: same && !(error instanceof StepUpCancelled) ? error : null,
    busy: isPending,
    start: () => {
      tried.current = now;
      mutate(body);
    },
  };
}

type Props = {
  title: string;
  confirm: string;
  note?: ReactNode;
  trial: ReturnType<typeof useTrial>;
  form: FormOfChange & { submit: () => unknown };
  onClose: () => void;
  children: (errorAt: (member: string) => string | null) => ReactNode;
};

/** Fields, their test with its report, and the button that saves them. */
export function ConnectionForm({ trial, form, note, children, ...rest }: Props) {
  const t = useTranslations('accounts.form');
  const words = useFaultLabels();
  const error = form.error ?? trial.error;
  const errorAt = (member: string) => {
    const message = faultOf(error, member);
    return message === null ? null : words(message);
  };
  const shownAtFields = error instanceof CallError && error.problem.code === 'invalid_request';
  return (
    <OperationForm
      {...rest}
      refused={!shownAtFields && !form.shownAtFields && <Refusal error={error} />}
      as="drawer"
      form={form}
      note={trial.report === undefined && t('untested')}
      ways={
        <Button
          onClick={() => {
            if (!trial.busy) trial.start();
          }}
          aria-disabled={trial.busy || undefined}
          aria-busy={trial.busy || undefined}
        >
          {trial.busy ? t('testing') : t('test')}
        </Button>
      }
      below={
        trial.report !== undefined && (
          <section aria-live="polite">
            <h3>{t('tested')}</h3>
            <ReportView report={trial.report} />
          </section>
        )
      }
    >
      {children(errorAt)}
      <Callout variant="thin" icon="lock">
        {t('once')}
      </Callout>
      {note}
    </OperationForm>
  );
}
