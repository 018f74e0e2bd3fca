'use client';

import { useTranslations } from 'next-intl';
import { type FormEvent, useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { Callout } from '#components/ui/callout.tsx';
import { Field } from '#components/ui/field.tsx';
import { Input } from '#components/ui/input.tsx';
import { CallError, call } from '#lib/api/client.ts';

const FIELDS = ['name', 'email', 'password'] as const;
const TYPES = { name: 'text', email: 'email', password: 'password' };
const COMPLETE = { name: 'name', email: 'username', password: 'new-password' };
type Fault = { used: boolean; fields: string[] };

/** Creates the first administrator with the token of the printed address, then leads to the sign-in. */
export function SetUpForm({ token }: { token: string }) {
  const t = useTranslations('set-up');
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState<Fault | null>(null);
  async function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const [name = '', email = '', password = ''] = FIELDS.map((field) => String(form.get(field) ?? ''));
    setBusy(true);
    try {
      await call('POST /api/set-up', { body: { token, name, email, password } });
      location.assign('/sign-in');
    } catch (thrown) {
      setFault(readFault(thrown));
      setBusy(false);
    }
  }
  return (
    // By POST, so that a press before React has taken the page over puts no password into the address.
    <form className="form" method="post" onSubmit={send} noValidate>
      {fault !== null && fault.fields.length === 0 && (
        <Callout tone="danger" role="alert" title={t(fault.used ? 'used' : 'failed')}>
          {fault.used && t('usedWords')}
        </Callout>
      )}
      {FIELDS.map((field) => (
        <Field
          key={field}
          id={field}
          label={t(field)}
          rule={field === 'password' && t('passwordRule')}
          error={fault?.fields.includes(field) && <span role="alert">{t(`fields.${field}`)}</span>}
        >
          <Input
            id={field}
            name={field}
            type={TYPES[field]}
            look="tall"
            autoComplete={COMPLETE[field]}
            required
          />
        </Field>
      ))}
      <Button type="submit" variant="main" full className="h-9 max-wide:h-11" disabled={busy}>
        {t(busy ? 'creating' : 'create')}
      </Button>
    </form>
  );
}

function readFault(thrown: unknown): Fault {
  const problem = thrown instanceof CallError ? thrown.problem : null;
  const fields = problem?.fields?.map(({ field }) => field) ?? [];
  return {
    used: problem?.code === 'not_found' || fields.includes('token'),
    fields: fields.filter((f) => f !== 'token'),
  };
}
