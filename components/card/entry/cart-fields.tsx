'use client';

import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { Button, IconButton } from '#components/ui/button.tsx';
import { PastedField } from '#components/ui/pasted-field.tsx';
import { PlainField } from '#components/ui/plain-field.tsx';
import { blankItem, type Item } from './card-draft.ts';
import type { CardFormState } from './use-card-form.ts';

const MOST_ITEMS = 50;

/** A named group of fields in the card form. */
export function FieldGroup({ legend, children }: { legend: ReactNode; children: ReactNode }) {
  return (
    <fieldset className="grid min-w-0 gap-3 border-0 border-b border-line p-0 pb-3 [&>button]:justify-self-start">
      <legend className="p-0 pb-2 font-semibold">{legend}</legend>
      {children}
    </fieldset>
  );
}

/** Items of the purchase; the provider requires at least one. */
export function CartFields({ form }: { form: CardFormState }) {
  const t = useTranslations('card.form');
  const { value: items, onChange: set } = form.at('items');
  return (
    <FieldGroup legend={t('cart')}>
      {items.map((item, place) => (
        <One
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

type OneProps = {
  form: CardFormState;
  item: Item;
  place: number;
  onChange: (part: Partial<Item>) => void;
  onRemove: (() => void) | null;
};

function One({ form, item, place, onChange, onRemove }: OneProps) {
  const t = useTranslations('card.form');
  const error = (name: string) => form.errorAt(`cart.${place}.${name}`);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset within a fieldset would be read twice.
    <div
      className="grid grid-cols-2 items-start gap-x-3 gap-y-2 not-last-of-type:border-b not-last-of-type:border-dashed not-last-of-type:border-line-control not-last-of-type:pb-3 [&>button]:justify-self-start"
      role="group"
      aria-label={t('item', { number: place + 1 })}
    >
      <PlainField
        label={t('itemName')}
        maxLength={200}
        value={item.name}
        onChange={(name) => onChange({ name })}
        error={error('name')}
      />
      <PlainField
        label={t('quantity')}
        maxLength={7}
        inputMode="numeric"
        value={item.quantity}
        onChange={(quantity) => onChange({ quantity: quantity.replace(/\D/g, '') })}
        error={error('quantity')}
      />
      <PlainField
        label={t('sku')}
        maxLength={100}
        value={item.sku}
        onChange={(sku) => onChange({ sku })}
        error={error('sku')}
      />
      <PastedField
        paste="amount"
        label={t('unitPrice')}
        maxLength={18}
        inputMode="numeric"
        placeholder="0,00"
        value={item.unitPrice}
        onChange={(unitPrice) => onChange({ unitPrice })}
        error={error('unitPrice')}
      />
      {onRemove !== null && (
        <IconButton icon="x" label={t('removeItem', { number: place + 1 })} onClick={onRemove} />
      )}
    </div>
  );
}
