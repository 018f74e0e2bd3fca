import { useLocale, useTranslations } from 'next-intl';
import { useState } from 'react';
import { OperationFields } from '#components/forms/operation-fields.tsx';
import { OperationForm } from '#components/forms/operation-form.tsx';
import type { BodyOf } from '#components/forms/use-operation.ts';
import { useOperationForm } from '#components/forms/use-operation-form.ts';
import { Button } from '#components/ui/button.tsx';
import { useNow } from '#components/ui/clock.tsx';
import { panelVariants } from '#components/ui/panel.tsx';
import { SecretField } from '#components/ui/secret-field.tsx';
import { useToast } from '#components/ui/toast.tsx';
import { type Locale, relativeAge } from '#lib/core/dates.ts';
import type { FormDescription } from '#lib/core/form.ts';
import { allProfile, type Profile } from '#lib/profile/queries.ts';

type Password = NonNullable<Profile['signIn']['password']>;

export function PasswordPanel({ of }: { of: Password }) {
  const t = useTranslations('profile.password');
  const locale = useLocale() as Locale;
  const [open, setOpen] = useState(false);
  const now = useNow(60_000, of.changedAt);
  return (
    <section className={panelVariants()} aria-labelledby="password-heading">
      <header>
        <h2 id="password-heading">{t('heading')}</h2>
        <span className="cap">
          {of.changedAt !== null && t('changed', { age: relativeAge(locale, of.changedAt, now) })}
        </span>
        <span className="ml-auto">
          <Button size="sm" onClick={() => setOpen(true)}>
            {t('change')}
          </Button>
        </span>
      </header>
      {open && <PasswordDialog least={of.length} onClose={() => setOpen(false)} />}
    </section>
  );
}

type Draft = { current: string; next: string; again: string };
type Body = BodyOf<'POST /api/settings/profile/password'>;
const secret = { kind: 'own', secret: true } as const;

/** `least`: the policy's minimum of characters. The server checks whether it is easy to guess. */
export const passwordForm: FormDescription<Draft, { least: number }, Body> = {
  blank: { current: '', next: '', again: '' },
  fields: {
    current: { ...secret, validate: (current) => (current === '' ? 'needed' : null) },
    next: { ...secret, validate: (next, _, { least }) => ([...next].length < least ? 'short' : null) },
    again: { ...secret, validate: (again, { next }) => (again === next ? null : 'differs') },
  },
  body: ({ current, next }) => ({ current, next }),
};

export function PasswordDialog({ least, onClose }: { least: number; onClose: () => void }) {
  const t = useTranslations('profile.password');
  const toast = useToast();
  const form = useOperationForm('POST /api/settings/profile/password', passwordForm, {
    facts: { least },
    errorText: (code) => t(`errors.${code as 'mismatch'}`, { least }),
    stale: [allProfile],
    onDone() {
      toast(t('done'));
      onClose();
    },
  });
  return (
    <OperationForm
      form={form}
      onClose={onClose}
      title={t('title')}
      confirm={t('confirm')}
      off={!form.good}
      note={t('ends')}
      fieldsFirst
    >
      <OperationFields
        form={form}
        labels={{
          current: (
            <SecretField label={t('current')} autoComplete="current-password" focus {...form.at('current')} />
          ),
          next: (
            <SecretField
              label={t('next')}
              rule={t('rule', { least })}
              hint={t('hint')}
              autoComplete="new-password"
              {...form.at('next')}
            />
          ),
          again: <SecretField label={t('again')} autoComplete="new-password" {...form.at('again')} />,
        }}
      />
    </OperationForm>
  );
}
