'use client';

import { useQuery } from '@tanstack/react-query';
import { useLocale, useTranslations } from 'next-intl';
import { type ReactNode, useEffect, useId, useState } from 'react';
import { useSession } from '#components/app-shell/session.tsx';
import { RequestFooter, RequestForm, RequestSheet } from '#components/forms/ask-sheet.tsx';
import { useOperationForm } from '#components/forms/use-operation-form.ts';
import { Button } from '#components/ui/button.tsx';
import { cn } from '#components/ui/cn.ts';
import { FIELD_PAIR, FIELD_RULE, fieldLabel, fieldVariants } from '#components/ui/field.tsx';
import { Icon } from '#components/ui/icon.tsx';
import { PastedField } from '#components/ui/pasted-field.tsx';
import { PlainField } from '#components/ui/plain-field.tsx';
import { Segments } from '#components/ui/segments.tsx';
import { serverNow } from '#lib/core/clock.ts';
import { formatInstant, type Locale } from '#lib/core/dates.ts';
import { formatBrl } from '#lib/core/money.ts';
import {
  chargeBounds,
  chargeForm,
  documentNeeded,
  EXPIRIES,
  expirySeconds,
  readCharge,
} from '#lib/payments/charge-form.ts';
import { rulesOptions } from '#lib/payments/queries.ts';
import { MOST_ACCOUNT } from '#lib/payments/rules.ts';
import { AmountField } from '../../forms/amount-field.tsx';
import {
  CallbackField,
  DescriptionField,
  DocumentField,
  MetadataField,
  ReferenceField,
} from '../fields/optional-fields.tsx';
import { Refused, staleByMoney, useFaultLabels } from '../refused.tsx';
import { type CreatedCharge, createdChargeOf } from './charge-result.tsx';

type SheetProps = {
  onMade: (made: CreatedCharge) => void;
  onClose: () => void;
  /** The last created charge, above the form for the next one. */
  result: ReactNode;
};

/** The sheet for a new charge. */
export function ChargeSheet({ onMade, onClose, result }: SheetProps) {
  const t = useTranslations('payments.charges');
  const form = useChargeForm(onMade);
  const { previous, restore } = form;
  const id = useId();
  return (
    <RequestSheet
      title={t('newTitle')}
      onClose={onClose}
      tools={
        previous !== null && (
          <Button variant="quiet" size="sm" onClick={restore}>
            {t('repeatLast')}
          </Button>
        )
      }
      footer={<Foot id={id} form={form} />}
    >
      {result}
      <RequestForm id={id} title={t('newTitle')} blocked="charges" onSubmit={form.submit}>
        <Fields form={form} />
        {Boolean(form.error) && (
          <Refused
            change={form}
            shownAtFields={form.shownAtFields}
            onRepeated={(operationId) => onMade(createdChargeOf(operationId))}
          />
        )}
      </RequestForm>
    </RequestSheet>
  );
}

type ChargeFormState = ReturnType<typeof useChargeForm>;
type Props = { form: ChargeFormState };

/** How long the charge can be paid, and when it would expire if created now. */
function ExpiryField({ form }: { form: ChargeFormState }) {
  const t = useTranslations('payments.charges.expiry');
  const locale = useLocale() as Locale;
  const { values, at, set } = form;
  const now = useMinute();
  const seconds = expirySeconds(values);
  if (form.facts.hub) return null;
  const end =
    now === null || typeof seconds !== 'number'
      ? null
      : formatInstant(locale, now + seconds * 1000, 'minute');
  return (
    <fieldset className={cn(fieldVariants(), '[&>:nth-child(n+3)]:mt-2')}>
      <legend className={cn(fieldLabel(), 'mb-[3px] w-full')}>
        <span>{t('label')}</span>
        <span className={FIELD_RULE}>
          {end !== null ? t('ifNow', { when: end }) : values.expires === 'default' && t('byProvider')}
        </span>
      </legend>
      <Segments
        label={t('label')}
        value={values.expires}
        onChange={(expires) => set({ expires })}
        options={EXPIRIES.map((value) => ({ value, label: t(`options.${value}`) }))}
      />
      {values.expires === 'other' && (
        <PlainField
          label={t('minutes')}
          rule={t('minutesRule')}
          inputMode="numeric"
          maxLength={5}
          {...at('minutes')}
        />
      )}
    </fieldset>
  );
}

/** The server's time (epoch ms), updated every 15 s; null on the server. */
function useMinute(): number | null {
  const [now, setNow] = useState<number | null>(null);
  useEffect(() => {
    const tick = () => setNow(serverNow());
    tick();
    const timer = setInterval(tick, 15_000);
    return () => clearInterval(timer);
  }, []);
  return now;
}

function Fields({ form }: Props) {
  const t = useTranslations('payments.charges');
  const { values, facts, at } = form;
  const { rules } = facts;
  const needed = documentNeeded(rules, readCharge(values, facts).cents);
  const above = rules?.charge.documentAbove ?? null;
  return (
    <>
      <AmountField
        {...at('amount')}
        bounds={chargeBounds(facts)}
        hint={
          above !== null && (
            <>
              <Icon name="info" tone="idle" />
              <span>{t('documentAbove', { amount: formatBrl(above) })}</span>
            </>
          )
        }
      />
      <div className={FIELD_PAIR}>
        <DocumentField {...at('document')} needed={needed} byAmount={needed && rules?.payerNeeded !== true} />
        <PlainField
          {...at('name')}
          label={t('name')}
          rule={t(rules?.payerNeeded ? 'required' : 'optional')}
          maxLength={80}
        />
      </div>
      <ExpiryField form={form} />
      <ChargeMore form={form} />
    </>
  );
}

function Foot({ id, form }: Props & { id: string }) {
  const t = useTranslations('payments.charges');
  const { cents, fault } = readCharge(form.values, form.facts);
  const amount = cents !== null && fault === null ? formatBrl(cents) : null;
  return (
    <RequestFooter form={id} note={t('footNote')} busy={form.busy}>
      {amount === null ? t('create') : t('createAmount', { amount })}
    </RequestFooter>
  );
}

function useChargeForm(onMade: (made: CreatedCharge) => void) {
  const { slug: account, kind } = useSession().account;
  const { data: rules } = useQuery(rulesOptions(account));
  const words = useFaultLabels();
  const facts = { rules, hub: kind === 'hub' };
  return useOperationForm('POST /charges', chargeForm, {
    facts,
    restarts: true,
    proof: 'none',
    words: (fault) => words(fault, chargeBounds(facts)),
    stale: staleByMoney(account),
    onDone: ({ operation, result }, body) =>
      onMade({
        operationId: operation.id,
        payment: result?.payment ?? null,
        askedSeconds: body.expiresInSeconds ?? null,
      }),
  });
}

/** Optional fields of a charge; each provider API supports some of them. */
function ChargeMore({ form: { at, facts } }: { form: ChargeFormState }) {
  const t = useTranslations('payments.charges');
  const { hub } = facts;
  return (
    <>
      <div className={FIELD_PAIR}>
        <ReferenceField {...at('reference')} />
        {hub ? (
          <DescriptionField most={140} {...at('description')} />
        ) : (
          <PastedField
            {...at('virtualAccount')}
            paste="reference"
            label={t('virtualAccount')}
            rule={t('upToLength', { most: MOST_ACCOUNT })}
            maxLength={MOST_ACCOUNT}
          />
        )}
      </div>
      <CallbackField {...at('callbackUrl')} {...(hub ? {} : { hint: t('callbackHint') })} />
      {hub && <MetadataField {...at('metadata')} />}
      <PastedField
        {...at('email')}
        paste="email"
        label={t('email')}
        rule={t('optional')}
        type="email"
        inputMode="email"
        maxLength={120}
      />
    </>
  );
}
