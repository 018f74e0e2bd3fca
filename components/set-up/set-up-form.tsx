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
type FieldName = (typeof FIELDS)[number];
type Fault = {
  kind: 'used' | 'wait' | 'failed';
  seconds: number;
  /** Fields with the word for what is wrong: the form's rule where the server names no other. */
  fields: Partial<Record<FieldName, 'rule' | 'taken' | 'guessable'>>;
};

/** Creates the first administrator with the token of the printed address, who is signed in with the answer. */
export function SetUpForm({ token }: { token: string }) {
  const t = useTranslations('set-up');
  const words = useFaultWords();
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState<Fault | null>(null);
  async function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const [name = '', email = '', password = ''] = FIELDS.map((field) => String(form.get(field) ?? ''));
    setBusy(true);
    try {
      await call('POST /api/set-up', { body: { token, name, email, password } });
      location.assign('/');
    } catch (thrown) {
      setFault(readFault(thrown));
      setBusy(false);
    }
  }
  return (
    // By POST, so that a press before React has taken the page over puts no password into the address.
    <form className="form" method="post" onSubmit={send} noValidate>
      {fault !== null && Object.keys(fault.fields).length === 0 && (
        <Callout tone="danger" role="alert" title={t(fault.kind, { seconds: fault.seconds })}>
          {fault.kind === 'used' && t('usedWords')}
        </Callout>
      )}
      {FIELDS.map((field) => (
        <Field
          key={field}
          id={field}
          label={t(field)}
          rule={field === 'password' && t('passwordRule')}
          error={words(field, fault)}
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

/** What is wrong with a field, in words; nothing where it is well. */
function useFaultWords() {
  const t = useTranslations('set-up.fields');
  return (field: FieldName, fault: Fault | null) => {
    const word = fault?.fields[field];
    return word !== undefined && <span role="alert">{t(word === 'rule' ? field : word)}</span>;
  };
}

function readFault(thrown: unknown): Fault {
  const problem = thrown instanceof CallError ? thrown.problem : null;
  const named = problem?.fields ?? [];
  const words = named.flatMap(({ field, message }) =>
    FIELDS.includes(field as FieldName)
      ? [[field, message === 'taken' || message === 'guessable' ? message : 'rule']]
      : [],
  );
  const used = problem?.code === 'not_found' || named.some(({ field }) => field === 'token');
  return {
    kind: used ? 'used' : problem?.code === 'rate_limited' ? 'wait' : 'failed',
    seconds: problem?.retryAfterSeconds ?? 0,
    fields: Object.fromEntries(words),
  };
}
