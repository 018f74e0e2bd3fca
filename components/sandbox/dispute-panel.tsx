'use client';

import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { type FormEvent, useState } from 'react';
import { ChangeAnswer, codeTag, FormEnd, useRefusal } from '#components/sandbox/panel-parts.tsx';
import { Button } from '#components/ui/button.tsx';
import { FIELD_PAIR } from '#components/ui/field.tsx';
import { Panel } from '#components/ui/panel.tsx';
import { PastedField } from '#components/ui/pasted-field.tsx';
import { ChoiceField, Segments } from '#components/ui/segments.tsx';
import type { AccountKind } from '#lib/core/account-kinds.ts';
import { clean, codeKind } from '#lib/core/clean.ts';
import { formatBrl } from '#lib/core/money.ts';
import { disputableQuery, useSimulatorChange } from '#lib/sandbox/queries.ts';
import { SITUATIONS, targetOf } from '#lib/sandbox/rules.ts';

const DEADLINES = { h72: 72, h5: 5, m20: 1 / 3 } as const;
type Deadline = keyof typeof DEADLINES;
const HINTS = { pix: 'hint', hub: 'hintHub', card: 'hintCard' } as const;

export function DisputePanel({ account, kind }: { account: string; kind: AccountKind }) {
  const t = useTranslations('sandbox.dispute');
  const card = kind === 'card';
  const [typed, setTyped] = useState('');
  const [missing, setMissing] = useState(false);
  const [deadline, setDeadline] = useState<Deadline>('h5');
  const [situation, setSituation] = useState<(typeof SITUATIONS)[number]>('scam');
  const { data: paid = [] } = useQuery({ ...disputableQuery(account, kind), enabled: !card });
  const open = useSimulatorChange(account, 'POST /simulator/dispute');
  const refusal = useRefusal(open.error);
  const named = clean(codeKind, typed);
  const known = paid.find((row) => [row.id, row.clientReference, row.endToEndId].includes(named));
  const amount = known?.amount ?? null;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setMissing(named === '');
    if (named !== '') open.mutate({ ...targetOf(named), hours: DEADLINES[deadline], situation });
  };
  return (
    <Panel title={t(card ? 'titleCard' : 'title')}>
      <form className="grid min-w-0 grid-cols-1 gap-3" onSubmit={submit} noValidate>
        <div className={FIELD_PAIR}>
          <PastedField
            paste={codeKind}
            label={t('transaction')}
            rule={t(card ? 'ruleCard' : 'rule')}
            error={missing ? t('missing') : refusal}
            mono
            value={typed}
            list="dispute-known"
            placeholder={t('placeholder')}
            onChange={(next) => {
              setTyped(next);
              setMissing(false);
              open.reset();
            }}
          />
          <datalist id="dispute-known">
            {paid.map((row) => (
              <option key={row.id} value={row.clientReference ?? row.id}>
                {row.amount === null ? '' : formatBrl(row.amount)}
              </option>
            ))}
          </datalist>
          {!card && <DeadlineChoice value={deadline} onChange={setDeadline} />}
        </div>
        {!card && (
          <Segments
            label={t('situation')}
            value={situation}
            onChange={setSituation}
            options={SITUATIONS.map((value) => ({ value, label: t(`situations.${value}`) }))}
          />
        )}
        <FormEnd>
          <span className="text-xs text-ink-3">{t.rich(HINTS[kind], codeTag)}</span>
          <Button type="submit" aria-disabled={open.isPending}>
            {card
              ? t('openCard')
              : amount === null
                ? t('open')
                : t('openAmount', { amount: formatBrl(amount) })}
          </Button>
        </FormEnd>
        <ChangeAnswer error={null} done={open.isSuccess ? t('done', { name: named }) : null} />
      </form>
    </Panel>
  );
}

type DeadlineProps = { value: Deadline; onChange: (next: Deadline) => void };

function DeadlineChoice({ value, onChange }: DeadlineProps) {
  const t = useTranslations('sandbox.dispute');
  const options = (Object.keys(DEADLINES) as Deadline[]).map((one) => ({
    value: one,
    label: t(`hours.${one}`),
  }));
  return <ChoiceField label={t('deadline')} value={value} onChange={onChange} options={options} />;
}
