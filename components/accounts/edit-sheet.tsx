'use client';

import { useLocale, useTranslations } from 'next-intl';
import { useId, useState } from 'react';
import { ProofField } from '#components/shell/proof-field.tsx';
import { Button } from '#components/ui/button.tsx';
import { Callout } from '#components/ui/callout.tsx';
import { CheckLine } from '#components/ui/checkbox.tsx';
import { Drawer } from '#components/ui/drawer.tsx';
import { ErrorCard } from '#components/ui/error-card.tsx';
import { Field } from '#components/ui/field.tsx';
import { Input } from '#components/ui/input.tsx';
import type { Connection } from '#lib/accounts/queries.ts';
import { FLAGS, type FlagName, isMoney, NUMBERS, type NumberName, settingsOf } from '#lib/accounts/rules.ts';
import { call } from '#lib/api/client.ts';
import { formatInstant, type Locale } from '#lib/dates.ts';
import styles from './accounts.module.css';
import { PendingRule } from './pending-rule.tsx';
import { changeOf, isWeaker, type Typed, typedOf, wrongNumbers } from './typed-settings.ts';
import { useFaults } from './use-faults.ts';
import { useSave } from './use-save.ts';

type Props = { account: Connection; onClose: () => void };

/** Name and rules of an account; only what differs is sent. */
export function EditSheet({ account, onClose }: Props) {
  const t = useTranslations('accounts.edit');
  const locale = useLocale() as Locale;
  const id = useId();
  const [name, setName] = useState(account.name);
  const [typed, setTyped] = useState(() => typedOf(account));
  const wrong = wrongNumbers(account.kind, typed);
  const settings = changeOf(account, typed);
  const body = {
    ...(name.trim() === account.name ? {} : { name: name.trim() }),
    ...(Object.keys(settings).length === 0 ? {} : { settings }),
  };
  const form = useSave({
    body,
    send: (idempotencyKey) =>
      call('PATCH /api/settings/accounts/{id}', { params: { id: account.id }, body, idempotencyKey }),
    said: ({ change }) =>
      change === undefined
        ? t('saved')
        : t('waits', { until: formatInstant(locale, change.effectiveAt, 'minute') }),
    onDone: onClose,
  });
  const faults = useFaults(form.error);
  const unchanged = Object.keys(body).length === 0;
  const blocked = unchanged || wrong.length > 0 || name.trim() === '';
  const title = t('title', { name: account.name });
  const footer = (
    <>
      <span className="flex-1 text-xs text-ink-3">{unchanged && t('unchanged')}</span>
      <Button type="submit" form={id} variant="main" disabled={blocked} aria-busy={form.busy || undefined}>
        {t('save')}
      </Button>
    </>
  );
  return (
    <Drawer label={title} title={title} onClose={onClose} footer={footer} focusOnOpen>
      <section className="border-0">
        <PendingRule account={account} />
        <form
          id={id}
          className="form"
          onSubmit={(event) => {
            event.preventDefault();
            if (!blocked) void form.submit();
          }}
        >
          <NameField value={name} onChange={setName} error={faults.at('name')} />
          <Rules account={account} typed={typed} onChange={setTyped} wrong={wrong} />
          {isWeaker(account, settings) && (
            <Callout tone="warn" role="status" title={t('weaker')}>
              {t('weakerWords')}
            </Callout>
          )}
          <ProofField form={form} focus={false} />
          {faults.way !== null && <Callout tone="danger" title={faults.way} role="alert" />}
          {Boolean(faults.rest) && <ErrorCard error={faults.rest} />}
        </form>
      </section>
    </Drawer>
  );
}

type NameProps = { value: string; onChange: (next: string) => void; error: string | null };

function NameField({ value, onChange, error }: NameProps) {
  const t = useTranslations('accounts');
  const id = useId();
  return (
    <Field
      id={id}
      label={t('form.name')}
      hint={t('form.nameHint')}
      error={value.trim() === '' ? t('fault.needed') : error}
    >
      <Input
        id={id}
        autoComplete="off"
        maxLength={60}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    </Field>
  );
}

type RulesProps = {
  account: Connection;
  typed: Typed;
  onChange: (next: Typed) => void;
  wrong: readonly NumberName[];
};

function Rules({ account, typed, onChange, wrong }: RulesProps) {
  const t = useTranslations('accounts.edit');
  const names = settingsOf(account.kind);
  const flags = names.filter((name): name is FlagName => name in FLAGS);
  return (
    <fieldset className="form-field">
      <legend className="mb-2 font-semibold">{t('rules')}</legend>
      <div className={styles.pair}>
        {names
          .filter((name): name is NumberName => name in NUMBERS)
          .map((name) => (
            <NumberField
              key={name}
              name={name}
              value={typed.numbers[name] ?? ''}
              onChange={(value) => onChange({ ...typed, numbers: { ...typed.numbers, [name]: value } })}
              wrong={wrong.includes(name)}
            />
          ))}
      </div>
      {flags.map((name) => (
        <CheckLine
          key={name}
          checked={typed.flags[name] ?? false}
          onChange={(event) =>
            onChange({ ...typed, flags: { ...typed.flags, [name]: event.target.checked } })
          }
        >
          {t(name)}
          <small className="block text-xs text-ink-3">{t(`${name}Words`)}</small>
        </CheckLine>
      ))}
    </fieldset>
  );
}

type NumberProps = { name: NumberName; value: string; onChange: (next: string) => void; wrong: boolean };

function NumberField({ name, value, onChange, wrong }: NumberProps) {
  const t = useTranslations('accounts');
  const id = useId();
  const { least, most } = NUMBERS[name];
  const money = isMoney(name);
  const range = t('edit.range', { least, most });
  const error = money ? t('fault.money') : t('fault.number', { range });
  return (
    <Field
      id={id}
      label={t(`edit.${name}`)}
      error={wrong && error}
      hint={money ? t('edit.usualNone') : t('edit.usual', { usual: t(`usual.${name}`) })}
    >
      <Input
        id={id}
        inputMode={money ? 'decimal' : 'numeric'}
        autoComplete="off"
        maxLength={16}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        aria-invalid={wrong || undefined}
      />
    </Field>
  );
}
