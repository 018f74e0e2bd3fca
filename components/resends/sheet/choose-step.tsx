'use client';

import { useTranslations } from 'next-intl';
import { useEffect } from 'react';
import { ReadError } from '#components/list/read-error.tsx';
import { CheckLine } from '#components/ui/checkbox.tsx';
import { cn } from '#components/ui/cn.ts';
import { FIELD_RULE, fieldLabel } from '#components/ui/field.tsx';
import { SelectField } from '#components/ui/plain-field.tsx';
import { Segments } from '#components/ui/segments.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { useStatusLabel } from '#components/ui/use-status-word.ts';
import type { Choice } from '#lib/resends/choice.ts';
import { keyOf, type Receiver, useEndpoints, useReceivers } from '../use-receivers.ts';
import { PeriodFields } from './period-fields.tsx';

const TYPES = ['DEPOSIT', 'WITHDRAW', 'COMMISSION'] as const;
const STATUSES = [
  'COMPLETED',
  'REFUNDED',
  'WAITING_FOR_REFUND',
  'EXPIRED',
  'CANCELED',
  'ERROR',
  'PENDING',
] as const;

export type FieldsProps = { choice: Choice; onChange: (next: Choice) => void };

/**
 * Selects the receiver of the open failures and their start; initially the receiver with the most failures.
 */
export function FailureFields({ choice, onChange }: FieldsProps) {
  const t = useTranslations('resends.chooseStep');
  const { receivers, reading, error, refetch } = useReceivers();
  const [first] = receivers;
  const unchosen = choice.webhookId === null && choice.host === null;
  const worst = unchosen && !reading && first !== undefined && first.open > 0 ? first : null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the receivers are known
  useEffect(() => {
    if (worst !== null) onChange({ ...choice, ...aimOf(worst) });
  }, [worst?.key]);
  if (reading && unchosen)
    return (
      <section aria-busy="true">
        <Skeleton width="70%" />
      </section>
    );
  const unread = error !== null && <ReadError error={error} onRetry={() => void refetch()} />;
  if (unread && unchosen) return <section>{unread}</section>;
  if (receivers.length === 0 && unchosen)
    return (
      <section>
        <p>{t('noFailures')}</p>
      </section>
    );
  const chosen = unchosen ? '' : keyOf(choice);
  const known = receivers.some(({ key }) => key === chosen);
  return (
    <>
      <section className="grid gap-3">
        {unread}
        <p>{t('failuresWords')}</p>
        <SelectField
          label={t('failuresField')}
          required
          value={chosen}
          onChange={(key) => {
            const next = receivers.find((one) => one.key === key);
            if (next !== undefined) onChange({ ...choice, ...aimOf(next) });
          }}
        >
          {unchosen && <option value="">{t('failuresChoose')}</option>}
          {!unchosen && !known && <option value={chosen}>{choice.webhookId ?? choice.host}</option>}
          {receivers.map(({ key, name, open }) => (
            <option key={key} value={key}>
              {t('receiver', { name, count: open })}
            </option>
          ))}
        </SelectField>
      </section>
      <PeriodFields choice={choice} onChange={onChange} />
    </>
  );
}

const aimOf = ({ webhookId, host }: Receiver) => ({ webhookId, host: webhookId === null ? host : null });

/** Selects what to resend: open failures of one receiver, a period with a filter, or the selection. */
export function ChooseStep({
  formId,
  onCheck,
  ...props
}: FieldsProps & { formId: string; onCheck: () => void }) {
  const t = useTranslations('resends.chooseStep');
  const { choice, onChange } = props;
  const options = [
    { value: 'failures' as const, label: t('failures') },
    { value: 'filter' as const, label: t('filter') },
    ...(choice.ids.length > 0
      ? [{ value: 'selection' as const, label: t('selection', { count: choice.ids.length }) }]
      : []),
  ];
  return (
    <form
      id={formId}
      onSubmit={(event) => {
        event.preventDefault();
        onCheck();
      }}
    >
      <section>
        <Segments
          label={t('what')}
          value={choice.what}
          onChange={(what) => onChange({ ...choice, what, webhookId: null, host: null })}
          options={options}
        />
      </section>
      {choice.what === 'filter' && <FilterFields {...props} />}
      {choice.what === 'selection' && (
        <section>
          <p>{t('selectionWords', { count: choice.ids.length })}</p>
        </section>
      )}
      {choice.what === 'failures' && <FailureFields {...props} />}
      {choice.what !== 'failures' && <Everything {...props} />}
    </form>
  );
}

function FilterFields(props: FieldsProps) {
  return (
    <>
      <PeriodFields {...props} />
      <WordFields {...props} />
      <TargetField {...props} />
    </>
  );
}

function WordFields({ choice, onChange }: FieldsProps) {
  const t = useTranslations('resends');
  const status = useStatusLabel();
  const toggled = (list: readonly string[], word: string) =>
    list.includes(word) ? list.filter((other) => other !== word) : [...list, word];
  return (
    <section className="grid gap-3">
      <Group label={t('chooseStep.types')}>
        {TYPES.map((type) => (
          <CheckLine
            key={type}
            checked={choice.types.includes(type)}
            onChange={() => onChange({ ...choice, types: toggled(choice.types, type) })}
          >
            {t(`scope.types.${type}`)}
          </CheckLine>
        ))}
      </Group>
      <Group label={t('chooseStep.statuses')}>
        {STATUSES.map((word) => (
          <CheckLine
            key={word}
            checked={choice.statuses.includes(word)}
            onChange={() => onChange({ ...choice, statuses: toggled(choice.statuses, word) })}
          >
            {status(word)}
          </CheckLine>
        ))}
      </Group>
      <CheckLine
        checked={choice.onlyFailed}
        onChange={() => onChange({ ...choice, onlyFailed: !choice.onlyFailed })}
      >
        {t('chooseStep.onlyFailed')}
      </CheckLine>
    </section>
  );
}

function Group({ label, children }: { label: string; children: React.ReactNode }) {
  const t = useTranslations('resends.chooseStep');
  return (
    <fieldset>
      <legend className={cn(fieldLabel(), 'w-full pb-1')}>
        {label} <span className={FIELD_RULE}>{t('any')}</span>
      </legend>
      <div className="flex flex-wrap gap-x-4 gap-y-1.5">{children}</div>
    </fieldset>
  );
}

function TargetField({ choice, onChange }: FieldsProps) {
  const t = useTranslations('resends.chooseStep');
  const { endpoints } = useEndpoints();
  if (endpoints.length === 0) return null;
  return (
    <section>
      <SelectField
        label={t('target')}
        value={choice.webhookId ?? ''}
        onChange={(webhookId) => onChange({ ...choice, webhookId: webhookId || null })}
      >
        <option value="">{t('targetOwn')}</option>
        {endpoints.map((endpoint) => (
          <option key={endpoint.id} value={endpoint.id}>
            {endpoint.url ?? endpoint.id}
          </option>
        ))}
      </SelectField>
    </section>
  );
}

function Everything({ choice, onChange }: FieldsProps) {
  const t = useTranslations('resends.chooseStep');
  return (
    <section className="border-0">
      <CheckLine
        checked={choice.everything}
        onChange={() => onChange({ ...choice, everything: !choice.everything })}
      >
        {t('everything')}
        <span className="block text-xs text-ink-3">{t('everythingWords')}</span>
      </CheckLine>
    </section>
  );
}
