'use client';

import { useTranslations } from 'next-intl';
import { type ReactNode, useState } from 'react';
import { hasOuterBlank } from '#lib/auth/password-rules.ts';
import { Badge } from './badge.tsx';
import { cn } from './cn.ts';
import { Icon } from './icon.tsx';
import { PlainField } from './plain-field.tsx';

type Props = {
  label: ReactNode;
  value: string;
  onChange: (next: string) => void;
  rule?: ReactNode;
  hint?: ReactNode;
  error?: ReactNode;
  autoComplete: 'current-password' | 'new-password';
  variant?: 'tall';
  focus?: boolean;
};

/** The input type of a password, and the button that shows or hides it. */
export function useCovered() {
  const t = useTranslations('common.secretField');
  const [shown, setShown] = useState(false);
  const button = (
    <button
      type="button"
      className="-my-1 inline-flex min-h-6 items-center gap-1.5 px-0.5 text-ink-2"
      aria-pressed={shown}
      onClick={() => setShown(!shown)}
    >
      <Icon name="eye" size="s" />
      {t(shown ? 'hide' : 'show')}
    </button>
  );
  return { type: shown ? 'text' : 'password', button };
}

/** A password field, hidden until the operator shows it. */
export function SecretField({ rule, focus = false, ...rest }: Props) {
  const { type, button } = useCovered();
  const t = useTranslations('common.secretField');
  const warns = rest.autoComplete === 'new-password' && hasOuterBlank(rest.value);
  return (
    <PlainField
      {...rest}
      hint={warns ? t('outerBlank') : rest.hint}
      type={type}
      maxLength={256}
      required
      autoFocus={focus}
      rule={
        <>
          {rule} {button}
        </>
      }
    />
  );
}

type ShownOnceProps = { label: ReactNode; badge: ReactNode; actions: ReactNode; children: ReactNode };

/**
 * Content shown only once (codes, links, keys, secrets), with actions to save it. Only such content has a
 * dark frame.
 */
export function ShownOnce({ label, badge, actions, children }: ShownOnceProps) {
  return (
    <div
      className={cn(
        'grid gap-2 rounded-2 border border-ink bg-raised p-3 [&_output]:font-mono [&_output]:text-md/6',
        '[&_output]:wrap-anywhere [&_output]:text-ink [&_output]:select-all',
        '[&_output[data-hidden]]:text-ink-3 [&_output[data-hidden]]:select-none',
      )}
    >
      <div className="flex flex-wrap items-center gap-2">
        <span className="cap flex-1">{label}</span>
        <Badge icon="eye">{badge}</Badge>
      </div>
      {children}
      <div className="flex flex-wrap items-center gap-2">{actions}</div>
    </div>
  );
}
