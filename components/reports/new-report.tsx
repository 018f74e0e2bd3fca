'use client';

import { useTranslations } from 'next-intl';
import { useId } from 'react';
import { useSession } from '#components/app-shell/session.tsx';
import { RequestFooter, RequestForm, RequestSheet } from '#components/forms/request-sheet.tsx';
import { useOperationForm } from '#components/forms/use-operation-form.ts';
import { Button } from '#components/ui/button.tsx';
import { Callout } from '#components/ui/callout.tsx';
import { CheckLine } from '#components/ui/checkbox.tsx';
import { useToday } from '#components/ui/clock.tsx';
import { cn } from '#components/ui/cn.ts';
import { DateField } from '#components/ui/date-field.tsx';
import { ErrorCard } from '#components/ui/error-card.tsx';
import { FIELD_RULE, fieldAnswer, fieldLabel } from '#components/ui/field.tsx';
import { useToast } from '#components/ui/toast.tsx';
import { CallError } from '#lib/api/client.ts';
import { addDays, type Day, PRESETS, presetSpan } from '#lib/core/dates.ts';
import { allOperations } from '#lib/operations/queries.ts';
import { allReports, type Report } from '#lib/reports/queries.ts';
import { type ReportDraft, reportForm } from '#lib/reports/report-form.ts';
import { daysOf, REPORT_STATUSES, REPORT_TYPES } from '#lib/reports/rules.ts';
import { useReportLabels } from './download-report.tsx';

/** A new draft: the period and filters of an earlier report, or last month. */
export function draftOf(report: Report | null, today: Day): ReportDraft {
  const days = report === null ? { from: null, to: null } : daysOf(report);
  const usual = lastMonth(today);
  const { types = [], statuses = [] } = report ?? {};
  return { from: days.from ?? usual.from, to: days.to ?? usual.to, types, statuses };
}

function lastMonth(today: Day): { from: Day; to: Day } {
  const to = addDays(`${today.slice(0, 8)}01`, -1);
  return { from: `${to.slice(0, 8)}01`, to };
}

/** Two equal submits order one report. `onRequested` gets an unconfirmed operation's id, otherwise null. */
export function useReportForm(onRequested: (operationId: string | null) => void, today: Day) {
  const t = useTranslations('reports.form');
  const toast = useToast();
  const account = useSession().account.slug;
  return useOperationForm('POST /reports', reportForm, {
    facts: null,
    first: draftOf(null, today),
    proof: 'none',
    // The date field itself shows an invalid day.
    errorText: (code) => (code === 'day' ? null : t(code as 'needed')),
    stale: [allReports(account), allOperations(account)],
    onDone({ operation }) {
      const done = operation.state === 'confirmed';
      onRequested(done ? null : operation.id);
      if (done) toast(t('ordered'));
    },
  });
}

type DaysFieldsProps = {
  from: string;
  to: string;
  error: string | null;
  onChange: (days: { from: string; to: string }) => void;
};

/** Two São Paulo days, both included, and buttons for common periods. */
export function DaysFields({ from, to, error, onChange }: DaysFieldsProps) {
  const t = useTranslations('reports.form');
  const id = useId();
  const today = useToday();
  const aria = { 'aria-invalid': error !== null, 'aria-describedby': id };
  const presets = [
    ...PRESETS.map((name) => ({ name, span: presetSpan(name, today) })),
    { name: 'lastMonth' as const, span: lastMonth(today) },
  ];
  return (
    <>
      <div className="grid grid-cols-2 gap-2">
        <DateField {...aria} label={t('from')} value={from} onChange={(day) => onChange({ from: day, to })} />
        <DateField {...aria} label={t('to')} value={to} onChange={(day) => onChange({ from, to: day })} />
      </div>
      <p id={id} className={fieldAnswer({ error: error !== null })}>
        {error ?? t('days')}
      </p>
      <fieldset className="flex min-w-0 flex-wrap gap-1" aria-label={t('presets')}>
        {presets.map(({ name, span }) => (
          <Button
            key={name}
            size="sm"
            aria-pressed={span.from === from && span.to === to}
            onClick={() => onChange(span)}
          >
            {t(name)}
          </Button>
        ))}
      </fieldset>
    </>
  );
}

type Props = {
  form: ReturnType<typeof useReportForm>;
  /** Number of reports the provider is creating. */
  working: number;
  onClose: () => void;
};

export function NewReport({ form, working, onClose }: Props) {
  const t = useTranslations('reports.form');
  const labels = useReportLabels();
  const { values, at } = form;
  const id = useId();
  return (
    <RequestSheet
      title={t('title')}
      onClose={onClose}
      footer={
        <RequestFooter form={id} note={t('working')} busy={form.busy}>
          {t(form.busy ? 'busy' : 'button')}
        </RequestFooter>
      }
    >
      <RequestForm id={id} title={t('title')} onSubmit={form.submit}>
        <DaysFields from={values.from} to={values.to} error={at('from').error} onChange={form.set} />
        <Choices label={t('types')} options={REPORT_TYPES} labelOf={labels.type} {...at('types')} />
        <Choices
          label={t('statuses')}
          options={REPORT_STATUSES}
          labelOf={labels.status}
          {...at('statuses')}
        />
        {Boolean(form.error) && <Refused error={form.error} working={working} />}
        <p className="text-xs text-ink-3">{t('what')}</p>
      </RequestForm>
    </RequestSheet>
  );
}

type ChoicesProps = {
  label: string;
  options: readonly string[];
  value: readonly string[];
  labelOf: (value: string) => string;
  onChange: (next: string[]) => void;
};

function Choices({ label, options, value: chosen, labelOf, onChange }: ChoicesProps) {
  const t = useTranslations('reports.form');
  const id = useId();
  return (
    <fieldset className="min-w-0" aria-describedby={id}>
      <legend className={cn(fieldLabel(), 'w-full')}>
        <span>{label}</span>
        <span id={id} className={FIELD_RULE}>
          {t('all')}
        </span>
      </legend>
      <div className="mt-1 grid grid-cols-2 gap-x-3 gap-y-2">
        {[...new Set([...options, ...chosen])].map((value) => (
          <CheckLine
            key={value}
            checked={chosen.includes(value)}
            onChange={(event) =>
              onChange(event.target.checked ? [...chosen, value] : chosen.filter((other) => other !== value))
            }
          >
            {labelOf(value)}
          </CheckLine>
        ))}
      </div>
    </fieldset>
  );
}

/** Document 1's 422 has two possible causes that are alike, so the message names both. */
function Refused({ error, working }: { error: unknown; working: number }) {
  const t = useTranslations('reports.refused');
  const problem = error instanceof CallError ? error.problem : null;
  if (problem?.provider?.status !== 422) return <ErrorCard error={error} />;
  const providerMessage = problem.provider.message;
  return (
    <Callout tone="danger" role="alert" title={t('title')}>
      {t('nothing', { count: working })} {t('hint')}
      {providerMessage !== null && (
        <span className="mt-1 block" lang="pt-BR">
          {t('providerMessage')} <q>{providerMessage}</q>
        </span>
      )}
    </Callout>
  );
}
