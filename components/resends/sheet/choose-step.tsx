'use client';

import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { type ReactNode, useEffect, useId } from 'react';
import { useSession } from '#components/app-shell/session.tsx';
import { ReadError } from '#components/list/read-error.tsx';
import { Button } from '#components/ui/button.tsx';
import { CheckLine } from '#components/ui/checkbox.tsx';
import { useToday } from '#components/ui/clock.tsx';
import { cn } from '#components/ui/cn.ts';
import { DateField } from '#components/ui/date-field.tsx';
import { FIELD_PAIR, FIELD_RULE, fieldAnswer, fieldLabel } from '#components/ui/field.tsx';
import { SelectField } from '#components/ui/plain-field.tsx';
import { Segments } from '#components/ui/segments.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { useStatusLabel } from '#components/ui/status.tsx';
import { serverNow } from '#lib/core/clock.ts';
import { addDays, saoPauloDay } from '#lib/core/dates.ts';
import { incidentsOptions } from '#lib/deliveries/queries.ts';
import { type Choice, isInstant, isRangeInverted } from '#lib/resends/choice.ts';
import { useEndpoints } from '../use-labels.ts';

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

type FieldsProps = { choice: Choice; onChange: (next: Choice) => void };
type StepProps = FieldsProps & { formId: string; onCheck: () => void };

/** Selects what to resend: open failures of one receiver, a period with a filter, or the selection. */
export function ChooseStep({ formId, onCheck, choice, onChange }: StepProps) {
  const t = useTranslations('resends.chooseStep');
  const { what, ids, everything } = choice;
  const options = [
    { value: 'failures' as const, label: t('failures') },
    { value: 'filter' as const, label: t('filter') },
    ...(ids.length > 0
      ? [{ value: 'selection' as const, label: t('selection', { count: ids.length }) }]
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
          value={what}
          onChange={(next) => onChange({ ...choice, what: next, webhookId: null, host: null })}
          options={options}
        />
      </section>
      {what === 'failures' && <FailureFields choice={choice} onChange={onChange} />}
      {what === 'filter' && (
        <>
          <PeriodFields choice={choice} onChange={onChange} />
          <WordFields choice={choice} onChange={onChange} />
          <TargetField choice={choice} onChange={onChange} />
        </>
      )}
      {what === 'selection' && (
        <section>
          <p>{t('selectionDescription', { count: ids.length })}</p>
        </section>
      )}
      {what !== 'failures' && (
        <section className="border-0">
          <CheckLine checked={everything} onChange={() => onChange({ ...choice, everything: !everything })}>
            {t('everything')}
            <span className="block text-xs text-ink-3">{t('everythingDescription')}</span>
          </CheckLine>
        </section>
      )}
    </form>
  );
}

/** Selects the receiver of the open failures and their start; initially the one with the most failures. */
export function FailureFields({ choice, onChange }: FieldsProps) {
  const t = useTranslations('resends.chooseStep');
  const { receivers, reading, error, refetch } = useReceivers();
  const [first] = receivers;
  const unchosen = choice.webhookId === null && choice.host === null;
  const worst = unchosen && !reading && first !== undefined && first.open > 0 ? first : null;
  const choose = ({ webhookId, host }: Receiver) =>
    onChange({ ...choice, webhookId, host: webhookId === null ? host : null });
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the receivers are known
  useEffect(() => {
    if (worst !== null) choose(worst);
  }, [worst?.key]);
  const unread = error !== null && <ReadError error={error} onRetry={() => void refetch()} />;
  if (unchosen && (reading || unread || receivers.length === 0))
    return (
      <section aria-busy={reading || undefined}>
        {reading ? <Skeleton width="70%" /> : unread || <p>{t('noFailures')}</p>}
      </section>
    );
  const chosen = unchosen ? '' : keyOf(choice);
  const known = receivers.some(({ key }) => key === chosen);
  return (
    <>
      <section className="grid gap-3">
        {unread}
        <p>{t('failuresDescription')}</p>
        <SelectField
          label={t('failuresField')}
          required
          value={chosen}
          onChange={(key) => {
            const next = receivers.find((one) => one.key === key);
            if (next !== undefined) choose(next);
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

const DAY_MS = 86_400_000;

/** The period: when transactions were created or, for failures, when they last failed (optional). */
export function PeriodFields({ choice, onChange }: FieldsProps) {
  const t = useTranslations('resends.chooseStep');
  const id = useId();
  const today = useToday();
  const crossed = isRangeInverted(choice);
  const failures = choice.what === 'failures';
  const set = (from: string, to: string) => onChange({ ...choice, from, to });
  const field = (name: 'from' | 'to') => (
    <DateField
      label={t(name)}
      required={choice.what === 'filter'}
      value={dayOf(choice[name])}
      aria-invalid={crossed}
      aria-describedby={id}
      onChange={(day) => onChange({ ...choice, [name]: day })}
    />
  );
  return (
    <section>
      <h3>
        {t('period')} <span className="cap ml-auto">{t(failures ? 'periodOptional' : 'periodRule')}</span>
      </h3>
      <div className={FIELD_PAIR}>
        {field('from')}
        {field('to')}
      </div>
      <p id={id} className={cn(fieldAnswer({ error: crossed }), 'mt-1')}>
        {crossed ? t('crossed') : t(failures ? 'failuresPeriod' : 'periodDescription')}
      </p>
      <div className="mt-2 flex flex-wrap gap-1">
        {failures && (
          <Button size="sm" aria-pressed={choice.from === '' && choice.to === ''} onClick={() => set('', '')}>
            {t('allOpen')}
          </Button>
        )}
        {/* The last 24 hours, to the minute; for failures the end stays open. */}
        <Button
          size="sm"
          onClick={() => set(new Date(serverNow() - DAY_MS).toISOString(), failures ? '' : today)}
        >
          {t('last24')}
        </Button>
        {[1, 7, 30].map((days) => (
          <Button key={days} size="sm" onClick={() => set(addDays(today, 1 - days), today)}>
            {t('lastDays', { days })}
          </Button>
        ))}
      </div>
    </section>
  );
}

/** Converts an instant to its day; other text is unchanged. */
const dayOf = (at: string) => (isInstant(at) ? saoPauloDay(at) : at);

function WordFields({ choice, onChange }: FieldsProps) {
  const t = useTranslations('resends');
  const status = useStatusLabel();
  const { types, statuses, onlyFailed } = choice;
  const toggled = (list: readonly string[], word: string) =>
    list.includes(word) ? list.filter((other) => other !== word) : [...list, word];
  return (
    <section className="grid gap-3">
      <Group label={t('chooseStep.types')}>
        {TYPES.map((type) => (
          <CheckLine
            key={type}
            checked={types.includes(type)}
            onChange={() => onChange({ ...choice, types: toggled(types, type) })}
          >
            {t(`scope.types.${type}`)}
          </CheckLine>
        ))}
      </Group>
      <Group label={t('chooseStep.statuses')}>
        {STATUSES.map((word) => (
          <CheckLine
            key={word}
            checked={statuses.includes(word)}
            onChange={() => onChange({ ...choice, statuses: toggled(statuses, word) })}
          >
            {status(word)}
          </CheckLine>
        ))}
      </Group>
      <CheckLine checked={onlyFailed} onChange={() => onChange({ ...choice, onlyFailed: !onlyFailed })}>
        {t('chooseStep.onlyFailed')}
      </CheckLine>
    </section>
  );
}

function Group({ label, children }: { label: string; children: ReactNode }) {
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

/** A registered webhook, or the unregistered addresses at one host. `open`: number of open failures. */
type Receiver = { key: string; webhookId: string | null; host: string; name: string; open: number };
type Chosen = { webhookId: string | null; host: string | null };

const keyOf = ({ webhookId, host }: Chosen): string => webhookId ?? `host ${host}`;

/** Receivers with open failures, most first, then registered ones. With `error` counts are unknown. */
function useReceivers() {
  const { account } = useSession();
  const { data, isPending, error, refetch } = useQuery(incidentsOptions(account.slug));
  const { endpoints, reading } = useEndpoints();
  const failing = (data?.items ?? []).map(({ webhookId, host, callbacks }) => ({
    key: keyOf({ webhookId, host }),
    webhookId,
    host,
    name: endpoints.find(({ id }) => id === webhookId)?.url ?? host,
    open: callbacks,
  }));
  const known = new Set(failing.map(({ webhookId }) => webhookId));
  const others = endpoints
    .filter(({ id }) => !known.has(id))
    .map(({ id, url }) => ({ key: id, webhookId: id, host: '', name: url ?? id, open: 0 }));
  const receivers: Receiver[] = [...failing, ...others];
  return { receivers, reading: isPending || reading, error, refetch };
}

/** The display name of a selected receiver. */
export function useReceiverName(): (chosen: Chosen) => string {
  const t = useTranslations('resends.chooseStep');
  const { receivers } = useReceivers();
  return (chosen) =>
    receivers.find(({ key }) => key === keyOf(chosen))?.name ?? chosen.host ?? t('unknownAddress');
}
