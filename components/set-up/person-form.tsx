'use client';

import { useTranslations } from 'next-intl';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { Callout } from '#components/ui/callout.tsx';
import { focusFirstFault } from '#components/ui/focus-first-fault.ts';
import { Icon } from '#components/ui/icon.tsx';
import { PlainField } from '#components/ui/plain-field.tsx';
import { SecretField } from '#components/ui/secret-field.tsx';
import { CallError } from '#lib/api/client.ts';
import { isMadeOfOwn, lengthOf } from '#lib/auth/password-rules.ts';

type Typed = { name: string; email: string; password: string; again: string };

type TypedProps = {
  typed: Typed;
  least: number;
  twice: boolean;
  /** The server found it among what is easy to guess. */
  guessable: boolean;
};

/** Rules of a password, ticked while it is typed; only the server can say that it is in no list. */
function PasswordRules({ typed, least, twice, guessable }: TypedProps) {
  const t = useTranslations('set-up');
  const { password, again } = typed;
  const begun = password !== '';
  const rules = [
    { id: 'length', state: lengthOf(password) >= least ? 'met' : 'unmet' },
    { id: 'own', state: !begun ? 'unmet' : isMadeOfOwn(password, typed) ? 'failed' : 'met' },
    { id: 'known', state: guessable ? 'failed' : 'unmet' },
    ...(twice ? [{ id: 'same', state: begun && password === again ? 'met' : 'unmet' } as const] : []),
  ] as const;
  return (
    <ul className="grid gap-1 text-xs" aria-label={t('rules.label')}>
      {rules.map(({ id, state }) => (
        <li key={id} className="flex items-start gap-2">
          <Icon {...LOOKS[state]} />
          <span className={state === 'failed' ? 'text-danger-ink' : 'text-ink-2'}>
            {t(`rules.${id}`, { least })}
            <span className="sr-only">: {t(`rules.${state}`)}</span>
          </span>
        </li>
      ))}
    </ul>
  );
}

const LOOKS = {
  met: { name: 'check', tone: 'ok' },
  unmet: { name: 'pending', tone: 'idle' },
  failed: { name: 'octagon', tone: 'danger' },
} as const;

type FieldName = keyof Typed;
type Word = FieldName | 'guessable' | 'taken';
type FormError = {
  kind: 'over' | 'wait' | 'failed';
  seconds: number;
  fields: Partial<Record<FieldName, Word>>;
};

type Props = {
  /** Fields to ask for, in this order; the others are known. */
  fields: readonly FieldName[];
  known?: Partial<Typed>;
  least: number;
  /** Names of the button: before, and while it is on its way. */
  send: [string, string];
  /** Told where the link turned out to be over. */
  over: { title: string; words: string };
  /** Where it leads; null: `onSend` says what follows. */
  to: string | null;
  onSend: (typed: Typed) => Promise<void>;
};

/** A person who comes in by a link: name, perhaps e-mail, a new password. Who is done is signed in with the answer. */
export function PersonForm({ fields, known = {}, least, send, over, to, onSend }: Props) {
  const ref = useRef<HTMLFormElement>(null);
  const [typed, setTyped] = useState<Typed>({ ...BLANK, ...known });
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState<FormError | null>(null);
  const [refusals, setRefusals] = useState(0);
  useEffect(() => {
    if (refusals > 0 && ref.current !== null) focusFirstFault(ref.current);
  }, [refusals]);
  const change = (field: FieldName, text: string) => {
    setTyped({ ...typed, [field]: text });
    if (fault?.fields[field]) setFault(withoutField(fault, field));
  };
  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const wrong = faultsOf(typed, fields, least);
    if (Object.keys(wrong).length > 0) return refuse({ kind: 'failed', seconds: 0, fields: wrong });
    setBusy(true);
    try {
      await onSend(typed);
      if (to !== null) location.assign(to);
    } catch (thrown) {
      refuse(readFault(thrown, fields));
      setBusy(false);
    }
  }
  const refuse = (next: FormError) => {
    setFault(next);
    setRefusals((before) => before + 1);
  };
  return (
    // By POST, so that a press before React has taken the page over puts no password into the address.
    <form ref={ref} className="grid min-w-0 grid-cols-1 gap-3" method="post" onSubmit={submit} noValidate>
      <Told fault={fault} over={over} />
      {fields.map((field) => (
        <Asked
          key={field}
          field={field}
          value={typed[field]}
          least={least}
          fault={fault?.fields[field]}
          onChange={(text) => change(field, text)}
        />
      ))}
      <PasswordRules
        typed={typed}
        least={least}
        twice={fields.includes('again')}
        guessable={fault?.fields.password === 'guessable'}
      />
      <Button type="submit" variant="main" full className="h-9 max-wide:h-11" disabled={busy}>
        {send[busy ? 1 : 0]}
      </Button>
    </form>
  );
}

/** Fault that concerns no field. */
function Told({ fault, over }: { fault: FormError | null } & Pick<Props, 'over'>) {
  const t = useTranslations('set-up');
  if (fault === null || Object.keys(fault.fields).length > 0) return null;
  const { kind, seconds } = fault;
  return (
    <Callout tone="danger" role="alert" title={kind === 'over' ? over.title : t(kind, { seconds })}>
      {kind === 'over' && over.words}
    </Callout>
  );
}

type AskedProps = {
  field: FieldName;
  value: string;
  least: number;
  fault: Word | undefined;
  onChange: (text: string) => void;
};

function Asked({ field, value, least, fault, onChange }: AskedProps) {
  const t = useTranslations('set-up');
  const error = fault && <span role="alert">{t(`fields.${fault}`, { least })}</span>;
  if (field === 'password' || field === 'again') {
    const count = lengthOf(value);
    const rule = t(count === 0 ? 'passwordRule' : 'passwordCount', { count, least });
    return (
      <SecretField
        label={t(field)}
        value={value}
        onChange={onChange}
        rule={field === 'password' && rule}
        error={error}
        autoComplete="new-password"
        variant="tall"
      />
    );
  }
  return (
    <PlainField
      id={field}
      label={t(field)}
      rule={field === 'name' && t('nameRule')}
      error={error}
      type={field === 'email' ? 'email' : 'text'}
      variant="tall"
      autoComplete={field === 'email' ? 'username' : 'name'}
      maxLength={field === 'email' ? 200 : 80}
      required
      value={value}
      onChange={onChange}
    />
  );
}

const BLANK: Typed = { name: '', email: '', password: '', again: '' };

/** Faults found before anything is sent. */
function faultsOf(typed: Typed, fields: readonly FieldName[], least: number): FormError['fields'] {
  const wrong: Partial<Record<FieldName, boolean>> = {
    name: typed.name.trim() === '',
    email: !/^\S+@\S+$/.test(typed.email.trim()),
    password: lengthOf(typed.password) < least,
    again: typed.again !== typed.password,
  };
  return Object.fromEntries(fields.filter((field) => wrong[field]).map((field) => [field, field]));
}

function readFault(thrown: unknown, fields: readonly FieldName[]): FormError {
  const problem = thrown instanceof CallError ? thrown.problem : null;
  const named = problem?.fields ?? [];
  const words = named.flatMap(({ field, message }) =>
    fields.includes(field as FieldName)
      ? [[field, message === 'taken' || message === 'guessable' ? message : field]]
      : [],
  );
  const over = problem?.code === 'not_found' || named.some(({ field }) => field === 'token');
  return {
    kind: over ? 'over' : problem?.code === 'rate_limited' ? 'wait' : 'failed',
    seconds: problem?.retryAfterSeconds ?? 0,
    fields: Object.fromEntries(words),
  };
}

function withoutField(fault: FormError, field: FieldName): FormError | null {
  const { [field]: _, ...fields } = fault.fields;
  return Object.keys(fields).length === 0 ? null : { ...fault, fields };
}
