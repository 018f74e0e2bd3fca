'use client';

import { useQuery } from '@tanstack/react-query';
import { useLocale, useTranslations } from 'next-intl';
import { type ReactNode, useId } from 'react';
import { useSession } from '#components/app-shell/session.tsx';
import { RequestFooter, RequestForm, RequestSheet } from '#components/forms/ask-sheet.tsx';
import { AmountField } from '#components/forms/operation-fields.tsx';
import { useOperationForm } from '#components/forms/use-operation-form.ts';
import { Button } from '#components/ui/button.tsx';
import { useNow } from '#components/ui/clock.tsx';
import { cn } from '#components/ui/cn.ts';
import { FIELD_PAIR, FIELD_RULE, fieldLabel, fieldVariants } from '#components/ui/field.tsx';
import { Icon } from '#components/ui/icon.tsx';
import { PastedField } from '#components/ui/pasted-field.tsx';
import { PlainField } from '#components/ui/plain-field.tsx';
import { Segments } from '#components/ui/segments.tsx';
import { formatInstant, type Locale } from '#lib/core/dates.ts';
import { formatBrl } from '#lib/core/money.ts';
import {
  chargeBounds,
  chargeForm,
  documentNeeded,
  EXPIRIES,
  expirySeconds,
  readCharge,
} from '#lib/payments/charge-forms.ts';
import { rulesOptions } from '#lib/payments/queries.ts';
import { MOST_ACCOUNT } from '#lib/payments/rules.ts';
import {
  CallbackField,
  DescriptionField,
  DocumentField,
  MetadataField,
  ReferenceField,
} from '../fields/optional-fields.tsx';
import { Refused, staleByMoney, useErrorLabels } from '../refused.tsx';
import { type CreatedCharge, createdChargeOf } from './charge-result.tsx';

type SheetProps = {
  onCreated: (created: CreatedCharge) => void;
  onClose: () => void;
  /** The last created charge, above the form for the next one. */
  result: ReactNode;
};

/** The sheet for a new charge. */
export function ChargeSheet({ onCreated, onClose, result }: SheetProps) {
  const t = useTranslations('payments.charges');
  const form = useChargeForm(onCreated);
  const { previous, restore, values, facts } = form;
  const id = useId();
  const { cents, fault } = readCharge(values, facts);
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
      footer={
        <RequestFooter form={id} note={t('footNote')} busy={form.busy}>
          {cents === null || fault !== null ? t('create') : t('createAmount', { amount: formatBrl(cents) })}
        </RequestFooter>
      }
    >
      {result}
      <RequestForm id={id} title={t('newTitle')} blocked="charges" onSubmit={form.submit}>
        <Fields form={form} />
        {Boolean(form.error) && (
          <Refused
            change={form}
            shownAtFields={form.shownAtFields}
            onRepeated={(operationId) => onCreated(createdChargeOf(operationId))}
          />
        )}
      </RequestForm>
    </RequestSheet>
  );
}

function useChargeForm(onCreated: SheetProps['onCreated']) {
  const { slug: account, kind } = useSession().account;
  const { data: rules } = useQuery(rulesOptions(account));
  const words = useErrorLabels();
  const facts = { rules, hub: kind === 'hub' };
  return useOperationForm('POST /charges', chargeForm, {
    facts,
    restarts: true,
    proof: 'none',
    words: (code) => words(code, chargeBounds(facts)),
    stale: staleByMoney(account),
    onDone: ({ operation, result }, body) =>
      onCreated({
        operationId: operation.id,
        payment: result?.payment ?? null,
        requestedSeconds: body.expiresInSeconds ?? null,
      }),
  });
}

type Props = { form: ReturnType<typeof useChargeForm> };

/** The fields; each provider API supports some of the optional ones. */
function Fields({ form }: Props) {
  const t = useTranslations('payments.charges');
  const { values, facts, at } = form;
  const { rules, hub } = facts;
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
      {!hub && <ExpiryField form={form} />}
      <div className={FIELD_PAIR}>
        <ReferenceField {...at('reference')} />
        {hub ? (
          <DescriptionField {...at('description')} />
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

/** How long the charge can be paid, and when it would expire if created now. */
function ExpiryField({ form: { values, at, set } }: Props) {
  const t = useTranslations('payments.charges.expiry');
  const locale = useLocale() as Locale;
  const now = useNow(15_000);
  const seconds = expirySeconds(values);
  const end = typeof seconds === 'number' ? now + seconds * 1000 : null;
  return (
    <fieldset className={cn(fieldVariants(), '[&>:nth-child(n+3)]:mt-2')}>
      <legend className={cn(fieldLabel(), 'mb-[3px] w-full')}>
        <span>{t('label')}</span>
        <span className={FIELD_RULE}>
          {end !== null && t('ifNow', { when: formatInstant(locale, end, 'minute') })}
          {end === null && values.expires === 'default' && t('byProvider')}
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
