'use client';

import { useTranslations } from 'next-intl';
import { type ReactNode, useId } from 'react';
import { ReportView } from '#components/doctor/report-view.tsx';
import { ProofField } from '#components/shell/proof-field.tsx';
import type { ProofForm } from '#components/shell/use-proof-form.ts';
import { Button } from '#components/ui/button.tsx';
import { Callout } from '#components/ui/callout.tsx';
import { Drawer } from '#components/ui/drawer.tsx';
import { ErrorCard } from '#components/ui/error-card.tsx';
import type { useFaults } from './use-faults.ts';
import type { useTrial } from './use-trial.ts';

type Props = {
  title: string;
  confirm: string;
  note?: ReactNode;
  trial: ReturnType<typeof useTrial>;
  form: ProofForm;
  faults: ReturnType<typeof useFaults>;
  onClose: () => void;
  children: ReactNode;
};

/** Fields, the test over them with what it found, and the one button that keeps them. */
export function ConnectionForm({ title, confirm, note, trial, form, faults, onClose, children }: Props) {
  const t = useTranslations('accounts.form');
  const id = useId();
  const footer = (
    <>
      <span className="flex-1 text-xs text-ink-3">{trial.report === undefined && t('untested')}</span>
      <Button
        onClick={() => {
          if (!trial.busy) trial.start();
        }}
        aria-disabled={trial.busy || undefined}
        aria-busy={trial.busy || undefined}
      >
        {trial.busy ? t('testing') : t('test')}
      </Button>
      <Button type="submit" form={id} variant="main" aria-busy={form.busy || undefined}>
        {confirm}
      </Button>
    </>
  );
  return (
    <Drawer label={title} title={title} onClose={onClose} footer={footer} focusOnOpen>
      <section className="border-0">
        <form
          id={id}
          className="form"
          onSubmit={(event) => {
            event.preventDefault();
            void form.submit();
          }}
        >
          {children}
          <Callout look="thin" icon="lock">
            {t('once')}
          </Callout>
          {note}
          <ProofField form={form} focus={false} />
          {faults.way !== null && <Callout tone="danger" title={faults.way} role="alert" />}
          {Boolean(faults.rest) && <ErrorCard error={faults.rest} />}
        </form>
      </section>
      {trial.report !== undefined && (
        <section aria-live="polite">
          <h3>{t('tested')}</h3>
          <ReportView report={trial.report} />
        </section>
      )}
    </Drawer>
  );
}
