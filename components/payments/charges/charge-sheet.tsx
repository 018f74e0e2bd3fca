'use client';

import { useQuery } from '@tanstack/react-query';
import { useLocale, useTranslations } from 'next-intl';
import { type ReactNode, useId, useState } from 'react';
import { useSession } from '#components/app-shell/session.tsx';
import { AmountField } from '#components/forms/operation-fields.tsx';
import { RequestFooter, RequestForm, RequestSheet } from '#components/forms/request-sheet.tsx';
import { useOperationForm } from '#components/forms/use-operation-form.ts';
import { ReadError } from '#components/list/read-error.tsx';
import type { SheetRoute } from '#components/list/use-drawer-route.ts';
import { useFollowed } from '#components/operations/operation-state.tsx';
import { Button } from '#components/ui/button.tsx';
import { useNow } from '#components/ui/clock.tsx';
import { cn } from '#components/ui/cn.ts';
import { CopyId } from '#components/ui/copy-button.tsx';
import { FIELD_PAIR, FIELD_RULE, fieldLabel, fieldVariants } from '#components/ui/field.tsx';
import { Icon } from '#components/ui/icon.tsx';
import { Panel } from '#components/ui/panel.tsx';
import { PastedField } from '#components/ui/pasted-field.tsx';
import { PlainField } from '#components/ui/plain-field.tsx';
import { Segments } from '#components/ui/segments.tsx';
import { serverNow } from '#lib/core/clock.ts';
import { formatInstant, type Locale } from '#lib/core/dates.ts';
import { formatBrl } from '#lib/core/money.ts';
import { stateOf } from '#lib/core/status/money.ts';
import {
  chargeBounds,
  chargeForm,
  documentNeeded,
  EXPIRIES,
  expirySeconds,
  readCharge,
} from '#lib/payments/charge-forms.ts';
import { byReferenceOptions, type Payment, paymentOptions, rulesOptions } from '#lib/payments/queries.ts';
import { MOST_ACCOUNT } from '#lib/payments/rules.ts';
import { PayCode } from '../detail/pay-code.tsx';
import { ChargeStory } from '../detail/payment-facts.tsx';
import {
  CallbackField,
  DescriptionField,
  DocumentField,
  MetadataField,
  ReferenceField,
} from '../fields/optional-fields.tsx';
import { CounterpartyCell, PaymentAmount, PaymentStatus } from '../list/payment-rows.tsx';
import { CallbackOutcome, Outcome } from '../outcome.tsx';
import { Refused, staleByMoney, useErrorLabels } from '../refused.tsx';

/** A charge requested on this page, and the payment of the first response. */
type CreatedCharge = { operationId: string; payment: Payment | null; requestedSeconds: number | null };

const createdChargeOf = (operationId: string): CreatedCharge => ({
  operationId,
  payment: null,
  requestedSeconds: null,
});

/** The last created charge is stored in the address; its first answer is available only in this sheet. */
export function NewCharge({ may, route }: { may: boolean; route: SheetRoute }) {
  const t = useTranslations('payments.charges');
  const { requested: operationId, setRequested, show, close } = route;
  const [first, setFirst] = useState<CreatedCharge | null>(null);
  const setCreated = (next: CreatedCharge | null) => {
    setFirst(next);
    setRequested(next?.operationId ?? null);
  };
  const result = operationId !== null && (
    <ChargeResult
      key={operationId}
      created={first?.operationId === operationId ? first : createdChargeOf(operationId)}
      onRepeated={(id) => setCreated(createdChargeOf(id))}
      onOpen={show}
      onClose={() => setCreated(null)}
    />
  );
  if (may) return <ChargeSheet onCreated={setCreated} onClose={close} result={result} />;
  return (
    <RequestSheet title={t('resultTitle')} onClose={close}>
      {result}
    </RequestSheet>
  );
}

type SheetProps = {
  onCreated: (created: CreatedCharge) => void;
  onClose: () => void;
  /** The last created charge, above the form for the next one. */
  result: ReactNode;
};

/** The sheet for a new charge. */
function ChargeSheet({ onCreated, onClose, result }: SheetProps) {
  const t = useTranslations('payments.charges');
  const form = useChargeForm(onCreated);
  const { previous, restore, values, facts } = form;
  const id = useId();
  const { cents, error } = readCharge(values, facts);
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
          {cents === null || error !== null ? t('create') : t('createAmount', { amount: formatBrl(cents) })}
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
  const errorLabels = useErrorLabels();
  const facts = { rules, hub: kind === 'hub' };
  return useOperationForm('POST /charges', chargeForm, {
    facts,
    restarts: true,
    proof: 'none',
    errorText: (code) => errorLabels(code, chargeBounds(facts)),
    stale: staleByMoney(account),
    onDone: ({ operation, result }, body) =>
      onCreated({
        operationId: operation.id,
        payment: result?.payment ?? null,
        requestedSeconds: body.expiresInSeconds ?? null,
      }),
  });
}

type FormProps = { form: ReturnType<typeof useChargeForm> };

/** The fields; each provider API supports some of the optional ones. */
function Fields({ form }: FormProps) {
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
function ExpiryField({ form: { values, at, set } }: FormProps) {
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

type ResultProps = {
  created: CreatedCharge;
  onRepeated: (operationId: string) => void;
  onOpen: (id: string) => void;
  onClose: () => void;
};

/** The form may be scrolled far below on a phone, so the result is scrolled into view and focused. */
const focusOnMount = (result: HTMLElement | null) => result?.focus();

/** The charge once the provider has confirmed it; until then the state of its operation. */
function ChargeResult({ created, onRepeated, onOpen, onClose }: ResultProps) {
  const t = useTranslations('payments.charges');
  const account = useSession().account.slug;
  const { operation } = useFollowed(created.operationId);
  const reference = operation?.clientReference ?? null;
  const found = useQuery({
    ...byReferenceOptions(account, 'charges', reference ?? ''),
    enabled: created.payment === null && operation?.state === 'confirmed' && reference !== null,
  });
  const charge = created.payment ?? found.data?.payment ?? null;
  // The requested expiry, because the provider may not return it.
  const seconds = operation?.intent.expiresInSeconds;
  return (
    <div ref={focusOnMount} tabIndex={-1} className="outline-none">
      {charge === null ? (
        <Outcome
          operationId={created.operationId}
          page="charges"
          title={t('resultTitle')}
          newLabel={t('close')}
          onRepeated={onRepeated}
          onNew={onClose}
          onOpen={onOpen}
        />
      ) : (
        <LiveCharge
          charge={charge}
          requestedUrl={operation?.intent.callbackUrl}
          requestedSeconds={created.requestedSeconds ?? (typeof seconds === 'number' ? seconds : null)}
          onOpen={onOpen}
          onClose={onClose}
        />
      )}
    </div>
  );
}

type LiveChargeProps = Pick<ResultProps, 'onOpen' | 'onClose'> & {
  charge: Payment;
  requestedSeconds: number | null;
  /** The requested callback URL. */
  requestedUrl: unknown;
};

/** A charge just created: the data to pay it, and its status as it changes. */
function LiveCharge({ charge: first, requestedSeconds, requestedUrl, onOpen, onClose }: LiveChargeProps) {
  const t = useTranslations('payments.live');
  const account = useSession().account.slug;
  const { data, error, refetch } = useQuery(paymentOptions(account, 'charges', first.id));
  const [copiedAt, setCopiedAt] = useState<string | null>(null);
  // A provider may omit the code on later reads; the code of the first response stays valid.
  const charge =
    data === undefined ? first : { ...data.payment, qrCodeText: data.payment.qrCodeText ?? first.qrCodeText };
  const waits = stateOf(charge) === 'waiting';
  const story = <ChargeStory charge={charge} copiedAt={copiedAt} />;
  return (
    <Panel
      title={
        <>
          {t('title')} <CopyId value={charge.clientReference ?? charge.id} />
        </>
      }
      note={<PaymentStatus payment={charge} page="charges" badge />}
      action={
        <>
          <Button size="sm" variant="quiet" onClick={() => onOpen(charge.id)}>
            {t('open')}
          </Button>
          <Button size="sm" variant="quiet" onClick={onClose}>
            {t('close')}
          </Button>
        </>
      }
    >
      <span className="sr-only" role="status">
        {!waits && t('changed')}
      </span>
      {error !== null && <ReadError error={error} onRetry={() => void refetch()} asOf={data?.asOf ?? null} />}
      {/* Only a read returns the stored callback URL; the creation response does not. */}
      <CallbackOutcome requested={requestedUrl} payment={data?.payment ?? null} />
      {waits ? (
        <PayCode
          charge={charge}
          requestedSeconds={requestedSeconds}
          onCopied={() => setCopiedAt(new Date(serverNow()).toISOString())}
        >
          <p className="text-xs text-ink-3">{t('next')}</p>
          {story}
        </PayCode>
      ) : (
        <div className="grid gap-3">
          <div className="flex flex-wrap items-end justify-between gap-2">
            <PaymentAmount payment={charge} page="charges" size="big" />
            <span className="text-right text-xs">
              <CounterpartyCell page="charges" payment={charge} />
            </span>
          </div>
          {story}
        </div>
      )}
    </Panel>
  );
}
