'use client';

import { useTranslations } from 'next-intl';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { Callout } from '#components/ui/callout.tsx';
import { Icon } from '#components/ui/icon.tsx';
import { focusFirstInvalid, PlainField } from '#components/ui/plain-field.tsx';
import { SecretField } from '#components/ui/secret-field.tsx';
import { CallError, call } from '#lib/api/client.ts';
import { isMadeOfOwn, lengthOf } from '#lib/auth/password-rules.ts';

type Typed = { name: string; email: string; password: string; again: string };
const BLANK: Typed = { name: '', email: '', password: '', again: '' };

type FieldName = keyof Typed;
type ErrorCode = FieldName | 'guessable' | 'taken';
type FormError = {
  kind: 'over' | 'wait' | 'failed';
  seconds: number;
  fields: Partial<Record<FieldName, ErrorCode>>;
};

type Props = {
  /** Fields to show, in this order; the others are known. */
  fields: readonly FieldName[];
  known?: Partial<Typed>;
  least: number;
  /** Labels of the button: before and while sending. */
  send: [string, string];
  /** Texts shown when the link is no longer valid. */
  over: { title: string; description: string };
  /** Next page; null: `onSend` decides. */
  to: string | null;
  onSend: (typed: Typed) => Promise<void>;
};

/** Form of a person who opened a link: name, e-mail if asked, new password. Success signs the person in. */
export function PersonForm({ fields, known = {}, least, send, over, to, onSend }: Props) {
  const t = useTranslations('set-up');
  const ref = useRef<HTMLFormElement>(null);
  const [typed, setTyped] = useState<Typed>({ ...BLANK, ...known });
  const [busy, setBusy] = useState(false);
  const [formError, setFormError] = useState<FormError | null>(null);
  const [refusals, setRefusals] = useState(0);
  useEffect(() => {
    if (refusals > 0 && ref.current !== null) focusFirstInvalid(ref.current);
  }, [refusals]);
  const change = (field: FieldName, text: string) => {
    setTyped({ ...typed, [field]: text });
    if (formError?.fields[field]) setFormError(withoutField(formError, field));
  };
  const refuse = (next: FormError) => {
    setFormError(next);
    setRefusals((before) => before + 1);
  };
  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const wrong = fieldErrors(typed, fields, least);
    if (Object.keys(wrong).length > 0) return refuse({ kind: 'failed', seconds: 0, fields: wrong });
    setBusy(true);
    try {
      await onSend(typed);
      if (to !== null) location.assign(to);
    } catch (thrown) {
      refuse(errorFrom(thrown, fields));
      setBusy(false);
    }
  }
  const isOver = formError?.kind === 'over';
  return (
    // POST: a submit before hydration must not put the password into the URL.
    <form ref={ref} className="grid min-w-0 grid-cols-1 gap-3" method="post" onSubmit={submit} noValidate>
      {formError && Object.keys(formError.fields).length === 0 && (
        <Callout
          tone="danger"
          role="alert"
          title={isOver ? over.title : t(formError.kind, { seconds: formError.seconds })}
        >
          {isOver && over.description}
        </Callout>
      )}
      {fields.map((field) => (
        <PersonField
          key={field}
          field={field}
          value={typed[field]}
          least={least}
          error={formError?.fields[field]}
          onChange={(text) => change(field, text)}
        />
      ))}
      <PasswordRules
        typed={typed}
        least={least}
        twice={fields.includes('again')}
        guessable={formError?.fields.password === 'guessable'}
      />
      <Button type="submit" variant="main" full size="tall" disabled={busy}>
        {send[busy ? 1 : 0]}
      </Button>
    </form>
  );
}

type PersonFieldProps = {
  field: FieldName;
  value: string;
  least: number;
  error: ErrorCode | undefined;
  onChange: (text: string) => void;
};

function PersonField({ field, value, least, error, onChange }: PersonFieldProps) {
  const t = useTranslations('set-up');
  const message = error && <span role="alert">{t(`fields.${error}`, { least })}</span>;
  if (field === 'password' || field === 'again') {
    const count = lengthOf(value);
    const rule = t(count === 0 ? 'passwordRule' : 'passwordCount', { count, least });
    return (
      <SecretField
        label={t(field)}
        value={value}
        onChange={onChange}
        rule={field === 'password' && rule}
        error={message}
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
      error={message}
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

type RulesProps = {
  typed: Typed;
  least: number;
  twice: boolean;
  /** The server found the password in its list of common ones. */
  guessable: boolean;
};

/** Password rules, checked while typing. Only the server checks the list of common passwords. */
function PasswordRules({ typed, least, twice, guessable }: RulesProps) {
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
          <Icon {...ICONS[state]} />
          <span className={state === 'failed' ? 'text-danger-ink' : 'text-ink-2'}>
            {t(`rules.${id}`, { least })}
            <span className="sr-only">: {t(`rules.${state}`)}</span>
          </span>
        </li>
      ))}
    </ul>
  );
}

const ICONS = {
  met: { name: 'check', tone: 'ok' },
  unmet: { name: 'pending', tone: 'idle' },
  failed: { name: 'octagon', tone: 'danger' },
} as const;

/** Errors found before anything is sent. */
function fieldErrors(typed: Typed, fields: readonly FieldName[], least: number): FormError['fields'] {
  const wrong: Partial<Record<FieldName, boolean>> = {
    name: typed.name.trim() === '',
    email: !/^\S+@\S+$/.test(typed.email.trim()),
    password: lengthOf(typed.password) < least,
    again: typed.again !== typed.password,
  };
  return Object.fromEntries(fields.filter((field) => wrong[field]).map((field) => [field, field]));
}

function errorFrom(thrown: unknown, fields: readonly FieldName[]): FormError {
  const problem = thrown instanceof CallError ? thrown.problem : null;
  const named = problem?.fields ?? [];
  const codes = named.flatMap(({ field, message }) =>
    fields.includes(field as FieldName)
      ? [[field, message === 'taken' || message === 'guessable' ? message : field]]
      : [],
  );
  const over = problem?.code === 'not_found' || named.some(({ field }) => field === 'token');
  return {
    kind: over ? 'over' : problem?.code === 'rate_limited' ? 'wait' : 'failed',
    seconds: problem?.retryAfterSeconds ?? 0,
    fields: Object.fromEntries(codes),
  };
}

function withoutField(error: FormError, field: FieldName): FormError | null {
  const { [field]: _, ...fields } = error.fields;
  return Object.keys(fields).length === 0 ? null : { ...error, fields };
}

/** Before the first administrator there is no policy, so the default minimum length applies. */
const LEAST = 12;

/** Creates the first administrator with the token of the printed URL. */
export function SetUpForm({ token }: { token: string }) {
  const t = useTranslations('set-up');
  // Removes the token from the URL, so that history, screen and referrers do not expose it.
  useEffect(() => {
    if (location.search !== '') history.replaceState(null, '', location.pathname);
  }, []);
  return (
    <PersonForm
      fields={['name', 'email', 'password']}
      least={LEAST}
      send={[t('create'), t('creating')]}
      to="/settings/first-day"
      over={{ title: t('used'), description: t('usedWords') }}
      onSend={async ({ name, email, password }) => {
        await call('POST /api/set-up', { body: { token, name, email, password } });
      }}
    />
  );
}
