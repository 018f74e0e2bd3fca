'use client';

import { useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { useSession } from '#components/shell/session-context.tsx';
import { useChange } from '#components/shell/use-change.ts';
import { Button } from '#components/ui/button.tsx';
import { Callout } from '#components/ui/callout.tsx';
import { CheckLine } from '#components/ui/checkbox.tsx';
import { ErrorCard } from '#components/ui/error-card.tsx';
import { Panel } from '#components/ui/panel.tsx';
import { useToast } from '#components/ui/toast.tsx';
import { CallError, call } from '#lib/api/client.ts';
import { isDay } from '#lib/dates.ts';
import { operationKeys } from '#lib/operations/queries.ts';
import { type ReportAnswer, reportKeys } from '#lib/reports/queries.ts';
import { REPORT_STATUSES, REPORT_TYPES } from '#lib/reports/rules.ts';
import { DaysFields } from './days-fields.tsx';
import type { Draft } from './draft.ts';
import { useReportWords } from './report-words.ts';

type Body = { from: string; to: string; type: string[]; status: string[] };
type Props = {
  first: Draft;
  /** True where it was filled in from a row: the focus goes to it. */
  focus: boolean;
  /** Reports that are being made now. */
  working: number;
  /** Its operation, where the answer did not say that the provider has it; null where it did. */
  onAsked: (operationId: string | null) => void;
};

/** A period, and what to narrow it to. The same press twice orders one. */
export function NewReport({ first, focus, working, onAsked }: Props) {
  const t = useTranslations('reports.form');
  const words = useReportWords();
  const [draft, setDraft] = useState(first);
  const form = useRef<HTMLFormElement>(null);
  const order = useOrder(onAsked);
  useEffect(() => {
    if (focus) form.current?.querySelector('input')?.focus();
  }, [focus]);
  const { from, to, types, statuses } = draft;
  const fault = !isDay(from) || !isDay(to) ? t('needed') : from > to ? t('crossed') : null;
  const [tried, setTried] = useState(false);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (fault === null) order.start({ from, to, type: types, status: statuses });
  };
  return (
    <Panel title={t('title')} local>
      <form ref={form} className="form" noValidate onSubmit={submit}>
        <DaysFields
          from={from}
          to={to}
          fault={tried ? fault : null}
          onChange={(days) => setDraft({ ...draft, ...days })}
        />
        <Choices
          label={t('types')}
          words={REPORT_TYPES}
          chosen={types}
          say={words.type}
          onChange={(next) => setDraft({ ...draft, types: next })}
        />
        <Choices
          label={t('statuses')}
          words={REPORT_STATUSES}
          chosen={statuses}
          say={words.status}
          onChange={(next) => setDraft({ ...draft, statuses: next })}
        />
        {order.error !== null && <Refused error={order.error} working={working} />}
        <Button type="submit" variant="main" aria-busy={order.isPending || undefined}>
          {t(order.isPending ? 'busy' : 'button')}
        </Button>
        <p className="text-xs text-ink-3">
          {t('what')} {t('working')}
        </p>
      </form>
    </Panel>
  );
}

function useOrder(onAsked: Props['onAsked']) {
  const t = useTranslations('reports.form');
  const toast = useToast();
  const account = useSession().account.slug;
  const client = useQueryClient();
  const reread = () => {
    for (const queryKey of [reportKeys.all(account), operationKeys.all(account)])
      void client.invalidateQueries({ queryKey });
  };
  return useChange<Body, ReportAnswer>({
    proof: false,
    send: async (key, body) => {
      try {
        return await call('POST /reports', { account, body, idempotencyKey: key });
      } finally {
        reread();
      }
    },
    onDone: ({ operation }) => {
      const done = operation.state === 'confirmed';
      onAsked(done ? null : operation.id);
      if (done) toast(t('asked'));
    },
  });
}

type ChoicesProps = {
  label: string;
  words: readonly string[];
  chosen: readonly string[];
  say: (word: string) => ReactNode;
  onChange: (next: string[]) => void;
};

function Choices({ label, words, chosen, say, onChange }: ChoicesProps) {
  const t = useTranslations('reports.form');
  const id = useId();
  const offered = [...new Set([...words, ...chosen])];
  return (
    <fieldset className="min-w-0" aria-describedby={id}>
      <legend className="form-label w-full">
        <span>{label}</span>
        <span id={id} className="rule">
          {t('all')}
        </span>
      </legend>
      <div className="mt-1 grid grid-cols-2 gap-x-3 gap-y-2">
        {offered.map((word) => (
          <CheckLine
            key={word}
            checked={chosen.includes(word)}
            onChange={(event) =>
              onChange(event.target.checked ? [...chosen, word] : chosen.filter((other) => other !== word))
            }
          >
            {say(word)}
          </CheckLine>
        ))}
      </div>
    </fieldset>
  );
}

/** Document 1's 422 has two meanings that it does not tell apart: both are named, with what is known here. */
function Refused({ error, working }: { error: unknown; working: number }) {
  const t = useTranslations('reports.refused');
  const problem = error instanceof CallError ? error.problem : null;
  if (problem?.provider?.status !== 422) return <ErrorCard error={error} />;
  const said = problem.provider.message;
  return (
    <Callout tone="danger" role="alert" title={t('title')}>
      {t('nothing', { count: working })} {t('todo')}
      {said !== null && (
        <span className="mt-1 block" lang="pt-BR">
          {t('said')} <q>{said}</q>
        </span>
      )}
    </Callout>
  );
}
