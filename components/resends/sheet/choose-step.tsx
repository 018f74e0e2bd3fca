'use client';

import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useId } from 'react';
import { useSession } from '#components/shell/session-context.tsx';
import { CheckLine } from '#components/ui/checkbox.tsx';
import { Field } from '#components/ui/field.tsx';
import { Input, Select } from '#components/ui/input.tsx';
import { Segments } from '#components/ui/segments.tsx';
import { addDays, isDay, saoPauloDay } from '#lib/dates.ts';
import { type Choice, isCrossed } from '#lib/resends/choice.ts';
import { webhooksOptions } from '#lib/webhooks/queries.ts';
import { useStatusWord } from '../use-words.ts';
import styles from './sheet.module.css';

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

type Props = { choice: Choice; onChange: (next: Choice) => void };

/** What shall be sent again: a period with its filter, the selection, or the failures of one endpoint. */
export function ChooseStep({ formId, onCheck, ...props }: Props & { formId: string; onCheck: () => void }) {
  const t = useTranslations('resends.chooseStep');
  const { choice, onChange } = props;
  const options = [
    { value: 'filter' as const, label: t('filter') },
    ...(choice.ids.length > 0
      ? [{ value: 'selection' as const, label: t('selection', { count: choice.ids.length }) }]
      : []),
    { value: 'webhook' as const, label: t('webhook') },
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
          onChange={(what) => onChange({ ...choice, what })}
          options={options}
        />
      </section>
      {choice.what === 'filter' && <FilterFields {...props} />}
      {choice.what === 'selection' && (
        <section>
          <p>{t('selectionWords', { count: choice.ids.length })}</p>
        </section>
      )}
      {choice.what === 'webhook' && <WebhookFields {...props} />}
      {choice.what !== 'webhook' && <Everything {...props} />}
    </form>
  );
}

function FilterFields(props: Props) {
  return (
    <>
      <PeriodFields {...props} />
      <WordFields {...props} />
      <TargetField {...props} />
    </>
  );
}

function PeriodFields({ choice, onChange }: Props) {
  const t = useTranslations('resends.chooseStep');
  const id = useId();
  const today = saoPauloDay(Date.now());
  const crossed = isCrossed(choice);
  const field = (name: 'from' | 'to') => (
    <Field id={`${id}-${name}`} label={t(name)}>
      <Input
        id={`${id}-${name}`}
        type="date"
        required
        max={today}
        value={dayOf(choice[name])}
        aria-invalid={crossed || undefined}
        aria-describedby={`${id}-rule`}
        onChange={(event) => onChange({ ...choice, [name]: event.target.value })}
      />
    </Field>
  );
  return (
    <section>
      <h3>
        {t('period')} <span className="cap ml-auto">{t('periodRule')}</span>
      </h3>
      <div className={styles.days}>
        {field('from')}
        {field('to')}
      </div>
      <p id={`${id}-rule`} className={crossed ? 'form-answer mt-1 text-danger-ink' : 'form-answer mt-1'}>
        {crossed ? t('crossed') : t('periodWords')}
      </p>
      <div className="mt-2 flex flex-wrap gap-1">
        {([1, 7, 30] as const).map((days) => (
          <button
            key={days}
            type="button"
            className="btn btn-sm"
            onClick={() => onChange({ ...choice, from: addDays(today, 1 - days), to: today })}
          >
            {t('lastDays', { days })}
          </button>
        ))}
      </div>
    </section>
  );
}

const dayOf = (at: string) => (at === '' || isDay(at) ? at : saoPauloDay(at));

function WordFields({ choice, onChange }: Props) {
  const t = useTranslations('resends');
  const status = useStatusWord();
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
      <legend className="form-label w-full pb-1">
        {label} <span className="rule">{t('any')}</span>
      </legend>
      <div className={styles.checks}>{children}</div>
    </fieldset>
  );
}

/** Registered endpoints; empty where the account lists none. */
function useEndpoints() {
  const { account } = useSession();
  const has = account.capabilities.includes('webhooks');
  const { data, isPending } = useQuery({ ...webhooksOptions(account.slug), enabled: has });
  return { endpoints: data?.items ?? [], reading: has && isPending };
}

function TargetField({ choice, onChange }: Props) {
  const t = useTranslations('resends.chooseStep');
  const id = useId();
  const { endpoints } = useEndpoints();
  if (endpoints.length === 0) return null;
  return (
    <section>
      <Field id={id} label={t('target')}>
        <Select
          id={id}
          value={choice.webhookId ?? ''}
          onChange={(event) => onChange({ ...choice, webhookId: event.target.value || null })}
        >
          <option value="">{t('targetOwn')}</option>
          {endpoints.map((endpoint) => (
            <option key={endpoint.id} value={endpoint.id}>
              {endpoint.url ?? endpoint.id}
            </option>
          ))}
        </Select>
      </Field>
    </section>
  );
}

function WebhookFields({ choice, onChange }: Props) {
  const t = useTranslations('resends.chooseStep');
  const id = useId();
  const { endpoints, reading } = useEndpoints();
  const known = endpoints.some((endpoint) => endpoint.id === choice.webhookId);
  return (
    <section className="grid gap-3">
      <p>{t('webhookWords')}</p>
      {!reading && endpoints.length === 0 && choice.webhookId === null ? (
        <p className="text-ink-3">{t('webhookNone')}</p>
      ) : (
        <Field id={id} label={t('webhookField')}>
          <Select
            id={id}
            required
            value={choice.webhookId ?? ''}
            onChange={(event) => onChange({ ...choice, webhookId: event.target.value || null })}
          >
            <option value="">{t('webhookChoose')}</option>
            {choice.webhookId !== null && !known && (
              <option value={choice.webhookId}>{choice.webhookId}</option>
            )}
            {endpoints.map((endpoint) => (
              <option key={endpoint.id} value={endpoint.id}>
                {endpoint.url ?? endpoint.id}
              </option>
            ))}
          </Select>
        </Field>
      )}
    </section>
  );
}

function Everything({ choice, onChange }: Props) {
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
