'use client';

import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { type ReactNode, useId, useState } from 'react';
import { useSession } from '#components/app-shell/session.tsx';
import { AmountField, OperationFields } from '#components/forms/operation-fields.tsx';
import { RequestFooter, RequestForm, RequestSheet } from '#components/forms/request-sheet.tsx';
import { useOperationForm } from '#components/forms/use-operation-form.ts';
import { OperationState, useFollowed } from '#components/operations/operation-state.tsx';
import { CallbackField } from '#components/payments/fields/optional-fields.tsx';
import { Button, IconButton } from '#components/ui/button.tsx';
import { Callout } from '#components/ui/callout.tsx';
import { CheckLine } from '#components/ui/checkbox.tsx';
import { CopyId } from '#components/ui/copy-button.tsx';
import { DateField } from '#components/ui/date-field.tsx';
import { ErrorCard } from '#components/ui/error-card.tsx';
import { FIELD_PAIR } from '#components/ui/field.tsx';
import { Money } from '#components/ui/money.tsx';
import { Panel } from '#components/ui/panel.tsx';
import { PastedField } from '#components/ui/pasted-field.tsx';
import { PlainField } from '#components/ui/plain-field.tsx';
import { Segments } from '#components/ui/segments.tsx';
import { CallError } from '#lib/api/client.ts';
import { cardChargesList } from '#lib/card/card.list.ts';
import { type CardCharge, cardChargeOptions, cardChargesOptions } from '#lib/card/queries.ts';
import { type CardText, expirationAsTyped, FAILED, PAID } from '#lib/card/rules.ts';
import { serverNow } from '#lib/core/clock.ts';
import { groupedCard } from '#lib/core/masking/card-number.ts';
import { formatBrl, readAmount } from '#lib/core/money.ts';
import { CardStatus, cardAmountOf } from '../card-status.tsx';
import {
  useCardChanged,
  useCardErrorLabels,
  useReasonLabels,
  useStaleCards,
  useStatusLabels,
} from '../use-card-change.ts';
import { BLANK_CARD, blankItem, cardChargeForm, cartTotal, type Item, judge } from './card-draft.ts';

type CreatedCharge = { operationId: string; chargeId: string | null };

type SheetProps = { onOpen: (id: string) => void; onClose: () => void };

/** The form for a new charge, dashed until the provider has it; above it the result of the last one. */
export function CardSheet({ onOpen, onClose }: SheetProps) {
  const t = useTranslations('card.form');
  const [created, setCreated] = useState<CreatedCharge | null>(null);
  const form = useCardForm(setCreated);
  const { values, at } = form;
  const id = useId();
  const total = cartTotal(values.items);
  const { cents, error } = readAmount(values.amount, { min: 1, max: null });
  return (
    <RequestSheet
      title={t('title')}
      onClose={onClose}
      footer={
        <RequestFooter form={id} note={t('footNote')} busy={form.busy}>
          {cents === null || error !== null ? t('create') : t('createAmount', { amount: formatBrl(cents) })}
        </RequestFooter>
      }
    >
      {created !== null && (
        <CardResult
          key={created.operationId}
          created={created}
          onOpen={onOpen}
          onClose={() => setCreated(null)}
        />
      )}
      <RequestForm id={id} title={t('title')} onSubmit={form.submit}>
        <AmountField
          {...at('amount')}
          bounds={{ min: null, max: null }}
          most={total}
          mostLabel={total === null ? '' : t('cartTotal', { amount: formatBrl(total) })}
        />
        <CartFields form={form} />
        <FieldGroup legend={t('customer')}>
          <div className={FIELD_PAIR}>
            <OperationFields
              form={form}
              labels={{
                name: { label: t('name'), rule: t('required') },
                document: { label: t('document'), rule: t('optional') },
                email: { label: t('email'), rule: t('optional') },
                phone: { label: t('phone'), rule: t('optional') },
              }}
            />
          </div>
        </FieldGroup>
        <TermsFields form={form} />
        <CardFields form={form} />
        {Boolean(form.error) && !form.shownAtFields && <ErrorCard error={form.error} />}
        {isSent(form.error) && <p role="status">{t('again')}</p>}
      </RequestForm>
    </RequestSheet>
  );
}

/** The form of a new charge: the order survives a reload, the card data does not. */
function useCardForm(onCreated: (created: CreatedCharge) => void) {
  const errorText = useCardErrorLabels();
  const now = serverNow();
  const form = useOperationForm('POST /card/charges', cardChargeForm, {
    facts: now,
    proof: 'none',
    restarts: true,
    // The idempotency key covers the order without the card.
    unkeyed: ['card'],
    errorText,
    stale: useStaleCards(),
    onDone: ({ operation, result }) =>
      onCreated({ operationId: operation.id, chargeId: result?.charge.id ?? null }),
    onRefused(error) {
      if (isSent(error)) form.fill({ card: BLANK_CARD });
    },
  });
  const { values, tried, serverErrorOf } = form;
  const draftErrors = judge(values, values.card, now);
  return {
    ...form,
    errorAt: (member: string) => errorText(serverErrorOf(member) ?? (tried ? draftErrors.get(member) : null)),
  };
}
type Props = { form: ReturnType<typeof useCardForm> };

/** True if the server has, or may have, the card: then the typed card must not stay on screen. */
function isSent(error: unknown): boolean {
  if (!(error instanceof CallError)) return false;
  const { operationId, status } = error.problem;
  return operationId !== undefined || status === 0 || status >= 500;
}

function FieldGroup({ legend, children }: { legend: ReactNode; children: ReactNode }) {
  return (
    <fieldset className="grid min-w-0 gap-3 border-0 border-b border-line p-0 pb-3 [&>button]:justify-self-start">
      <legend className="p-0 pb-2 font-semibold">{legend}</legend>
      {children}
    </fieldset>
  );
}

const digits = (typed: string) => typed.replace(/\D/g, '');

const MOST_ITEMS = 50;

/** Items of the purchase; the provider requires at least one. */
function CartFields({ form }: Props) {
  const t = useTranslations('card.form');
  const { value: items, onChange: set } = form.at('items');
  return (
    <FieldGroup legend={t('cart')}>
      {items.map((item, place) => (
        <ItemFields
          key={item.key}
          form={form}
          item={item}
          place={place}
          onChange={(part) => set(items.map((one) => (one.key === item.key ? { ...one, ...part } : one)))}
          onRemove={items.length > 1 ? () => set(items.filter(({ key }) => key !== item.key)) : null}
        />
      ))}
      {items.length < MOST_ITEMS && (
        <Button
          variant="quiet"
          size="sm"
          icon="plus"
          onClick={() => set([...items, blankItem(Math.max(...items.map(({ key }) => key)) + 1)])}
        >
          {t('addItem')}
        </Button>
      )}
    </FieldGroup>
  );
}

type ItemProps = Props & {
  item: Item;
  place: number;
  onChange: (part: Partial<Item>) => void;
  onRemove: (() => void) | null;
};

function ItemFields({ form, item, place, onChange, onRemove }: ItemProps) {
  const t = useTranslations('card.form');
  const at = (name: Exclude<keyof Item, 'key'>, asTyped: (typed: string) => string = String) => ({
    value: item[name],
    onChange: (typed: string) => onChange({ [name]: asTyped(typed) }),
    error: form.errorAt(`cart.${place}.${name}`),
  });
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset within a fieldset would be read twice.
    <div
      className="grid grid-cols-2 items-start gap-x-3 gap-y-2 not-last-of-type:border-b not-last-of-type:border-dashed not-last-of-type:border-line-control not-last-of-type:pb-3 [&>button]:justify-self-start"
      role="group"
      aria-label={t('item', { number: place + 1 })}
    >
      <PlainField {...at('name')} label={t('itemName')} maxLength={200} />
      <PlainField {...at('quantity', digits)} label={t('quantity')} maxLength={7} inputMode="numeric" />
      <PlainField {...at('sku')} label={t('sku')} maxLength={100} />
      <PastedField
        {...at('unitPrice')}
        paste="amount"
        label={t('unitPrice')}
        maxLength={18}
        inputMode="numeric"
        placeholder="0,00"
      />
      {onRemove !== null && (
        <IconButton icon="x" label={t('removeItem', { number: place + 1 })} onClick={onRemove} />
      )}
    </div>
  );
}

function TermsFields({ form }: Props) {
  const t = useTranslations('card.form');
  const { values, at, set } = form;
  const repeats = ['once', 'Monthly', 'Annual'] as const;
  return (
    <FieldGroup legend={t('order')}>
      <OperationFields
        form={form}
        labels={{ reference: { label: t('reference'), rule: t('referenceRule') } }}
      />
      <CallbackField {...at('postbackUrl')} hint={t('postbackHint')} />
      <Segments
        label={t('repeat')}
        value={values.repeat}
        onChange={(repeat) => set({ repeat })}
        options={repeats.map((value) => ({ value, label: t(value) }))}
      />
      {values.repeat === 'once' ? (
        <PlainField
          {...at('installments')}
          label={t('installments')}
          maxLength={2}
          inputMode="numeric"
          onChange={(typed) => set({ installments: digits(typed) })}
        />
      ) : (
        <DateField
          {...at('endDate')}
          label={t('endDate')}
          rule={t('endDateRule')}
          hint={t('oneWithRecurrence')}
        />
      )}
      <CheckLine
        checked={values.authenticate}
        onChange={(event) => set({ authenticate: event.target.checked })}
      >
        {t('authenticate')}
      </CheckLine>
    </FieldGroup>
  );
}

/** A customer's card; `autocomplete=off` stops browsers from offering the operator's card. */
function CardFields({ form }: Props) {
  const t = useTranslations('card.form');
  const { card } = form.values;
  const american = /^3[47]/.test(card.number);
  const at = (name: keyof CardText, asTyped: (typed: string) => string = String) => ({
    value: card[name],
    onChange: (typed: string) => form.set({ card: { ...card, [name]: asTyped(typed) } }),
    error: form.errorAt(`card.${name}`),
  });
  return (
    <FieldGroup legend={t('card')}>
      <PlainField
        {...at('number', groupedCard)}
        label={t('number')}
        rule={t('numberRule')}
        hint={t('cardNote')}
        inputMode="numeric"
        maxLength={23}
        mono
      />
      <PlainField {...at('holder')} label={t('holder')} maxLength={100} />
      <div className={FIELD_PAIR}>
        <PlainField
          {...at('expiration', expirationAsTyped)}
          label={t('expiration')}
          rule={t('expirationRule')}
          inputMode="numeric"
          maxLength={7}
          mono
        />
        <PlainField
          {...at('cvv', digits)}
          label={t('cvv')}
          rule={t('cvvRule')}
          inputMode="numeric"
          maxLength={american ? 4 : 3}
          mono
        />
      </div>
    </FieldGroup>
  );
}

type ResultProps = { created: CreatedCharge; onOpen: (id: string) => void; onClose: () => void };

/** The submit button may be far below. */
const scrollIntoView = (result: HTMLElement | null) => result?.scrollIntoView({ block: 'nearest' });

/** The actual state of the charge just requested. */
function CardResult({ created, onOpen, onClose }: ResultProps) {
  const t = useTranslations('card.result');
  const changed = useCardChanged();
  const { operation, error, refetch } = useFollowed(created.operationId, changed);
  const charge = useCharge(created, operation?.clientReference ?? null);
  const confirmed = operation?.state === 'confirmed';
  return (
    <div ref={scrollIntoView} className="scroll-mt-4">
      <Panel
        title={t('title')}
        local={!confirmed}
        note={operation?.clientReference && <CopyId value={operation.clientReference} />}
        footer={
          <span className="flex flex-wrap items-center gap-2">
            {charge && <Button onClick={() => onOpen(charge.id)}>{t('open')}</Button>}
            <Button onClick={onClose}>{t('close')}</Button>
          </span>
        }
      >
        {error && operation === undefined && <ErrorCard error={error} onRetry={() => void refetch()} />}
        {operation === undefined && !error && <p role="status">{t('waits')}</p>}
        {operation && !confirmed && (
          <OperationState operationId={created.operationId}>
            <p>{t('unknown')}</p>
          </OperationState>
        )}
        {confirmed && charge && <Settled charge={charge} />}
      </Panel>
    </div>
  );
}

/** The created charge: by the answer's id, otherwise found in the list by its order reference. */
function useCharge({ chargeId }: CreatedCharge, reference: string | null): CardCharge | null {
  const account = useSession().account.slug;
  const list = useInfiniteQuery({
    ...cardChargesOptions(account, cardChargesList.none),
    enabled: chargeId === null && reference !== null,
  });
  const listed = list.data?.pages
    .flatMap(({ items }) => items)
    .find(({ externalId }) => externalId === reference && reference !== null);
  const id = chargeId ?? listed?.id ?? null;
  const one = useQuery({ ...cardChargeOptions(account, id ?? ''), enabled: id !== null });
  return one.data?.charge ?? null;
}

/** The provider has the charge; its status shows whether it is paid. */
function Settled({ charge }: { charge: CardCharge }) {
  const t = useTranslations('card.result');
  const reason = useReasonLabels()(charge);
  const statusLabel = useStatusLabels();
  const { statusCode } = charge;
  const failed = statusCode !== null && FAILED.includes(statusCode);
  return (
    <div className="grid gap-2" aria-live="polite">
      {statusCode !== PAID && (
        <Callout tone={failed ? 'danger' : 'idle'} title={t(failed ? 'notCharged' : 'notSettled')}>
          {statusLabel(charge)}
        </Callout>
      )}
      <div className="flex flex-wrap items-center gap-3">
        <Money {...cardAmountOf(charge)} size="big" />
        <CardStatus charge={charge} badge />
        {reason !== null && <span>{reason}</span>}
      </div>
    </div>
  );
}
