'use client';

import { useTranslations } from 'next-intl';
import { type FormEvent, useEffect } from 'react';
import { useForm } from 'react-hook-form';
import { Button } from '#components/ui/button.tsx';
import { Callout } from '#components/ui/callout.tsx';
import { Icon } from '#components/ui/icon.tsx';
import { focusFirstInvalid, PlainField } from '#components/ui/plain-field.tsx';
import { SecretField } from '#components/ui/secret-field.tsx';
import { CallError, call } from '#lib/api/client.ts';
import { isMadeOfOwn, lengthOf } from '#lib/auth/password-rules.ts';

type Typed = { name: string; email: string; password: string; again: string };
type FieldName = keyof Typed;
type ErrorCode = FieldName | 'guessable' | 'taken';

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

/** Form of a person who opened a link: name, e-mail if needed, new password. Success signs the person in. */
export function PersonForm({ fields, known = {}, least, send, over, to, onSend }: Props) {
  const t = useTranslations('set-up');
  const { watch, setValue, setError, clearErrors, handleSubmit, formState } = useForm<Typed>({
    defaultValues: { name: '', email: '', password: '', again: '', ...known },
  });
  const typed = watch();
  const { errors, isSubmitting, isSubmitSuccessful } = formState;
  // After a success the next page is still loading.
  const busy = isSubmitting || isSubmitSuccessful;
  const refuse = (thrown: unknown) => {
    const problem = thrown instanceof CallError ? thrown.problem : null;
    const named = problem?.fields ?? [];
    const shown = named.filter(({ field }) => fields.includes(field as FieldName));
    for (const { field, message } of shown)
      setError(field as FieldName, { type: /^(taken|guessable)$/.test(message) ? message : field });
    if (shown.length > 0) return;
    const seconds = problem?.retryAfterSeconds ?? 0;
    if (problem?.code === 'not_found' || named.some(({ field }) => field === 'token'))
      setError('root', { type: 'over', message: over.title });
    else setError('root', { message: t(problem?.code === 'rate_limited' ? 'wait' : 'failed', { seconds }) });
  };
  const act = handleSubmit(async (values) => {
    const wrong = wrongFields(values, fields, least);
    for (const field of wrong) setError(field, { type: field });
    if (wrong.length > 0) return;
    try {
      await onSend(values);
      if (to !== null) location.assign(to);
    } catch (thrown) {
      refuse(thrown);
    }
  });
  async function submit(event: FormEvent<HTMLFormElement>) {
    const form = event.currentTarget;
    clearErrors();
    await act(event);
    focusFirstInvalid(form);
  }
  return (
    // POST: a submit before hydration must not put the password into the URL.
    <form className="grid min-w-0 grid-cols-1 gap-3" method="post" onSubmit={submit} noValidate>
      {errors.root && (
        <Callout tone="danger" role="alert" title={errors.root.message}>
          {errors.root.type === 'over' && over.description}
        </Callout>
      )}
      {fields.map((field) => (
        <PersonField
          key={field}
          field={field}
          value={typed[field]}
          least={least}
          error={errors[field]?.type as ErrorCode | undefined}
          onChange={(text) => {
            setValue(field, text);
            clearErrors(field);
          }}
        />
      ))}
      <PasswordRules
        typed={typed}
        least={least}
        twice={fields.includes('again')}
        guessable={errors.password?.type === 'guessable'}
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

/** The fields that are wrong before anything is sent. */
function wrongFields(typed: Typed, fields: readonly FieldName[], least: number): FieldName[] {
  const wrong: Record<FieldName, boolean> = {
    name: typed.name.trim() === '',
    email: !/^\S+@\S+$/.test(typed.email.trim()),
    password: lengthOf(typed.password) < least,
    again: typed.again !== typed.password,
  };
  return fields.filter((field) => wrong[field]);
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
      over={{ title: t('used'), description: t('usedDescription') }}
      onSend={async ({ name, email, password }) => {
        await call('POST /api/set-up', { body: { token, name, email, password } });
      }}
    />
  );
}
