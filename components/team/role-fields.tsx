'use client';

import { useTranslations } from 'next-intl';
import { useId } from 'react';
import { Button, IconButton } from '#components/ui/button.tsx';
import { fieldAnswer, fieldVariants, Select } from '#components/ui/field.tsx';
import { ROLES } from '#lib/auth/permissions.ts';
import type { RoleOn, Team } from '#lib/team/queries.ts';

type Props = {
  value: readonly RoleOn[];
  onChange: (next: readonly RoleOn[]) => void;
  error: string | null;
  accounts: Team['accounts'];
};

/** Roles, each on one account or on all accounts. */
export function RoleFields({ value, onChange, error, accounts }: Props) {
  const t = useTranslations('team.roleFields');
  const roles = useTranslations('shell.roles');
  const id = useId();
  const change = (at: number, part: Partial<RoleOn>) =>
    onChange(value.map((role, place) => (place === at ? { ...role, ...part } : role)));
  return (
    <fieldset className={fieldVariants()} aria-describedby={error ? id : undefined}>
      <legend className="mb-1">{t('legend')}</legend>
      <ul className="mb-2 grid gap-2 *:grid *:grid-cols-[minmax(0,1.4fr)_minmax(0,1fr)_max-content] *:items-center *:gap-2">
        {value.map(({ account, role }, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a line has no identity but its place
          <li key={place}>
            <Select
              aria-label={t('account', { number: place + 1 })}
              value={account}
              onChange={(event) => change(place, { account: event.target.value })}
            >
              <option value="*">{t('all')}</option>
              {accounts.map(({ slug, name }) => (
                <option key={slug} value={slug}>
                  {name}
                </option>
              ))}
            </Select>
            <Select
              aria-label={t('role', { number: place + 1 })}
              value={role}
              onChange={(event) => change(place, { role: event.target.value as RoleOn['role'] })}
            >
              {ROLES.map((name) => (
                <option key={name} value={name}>
                  {roles(name)}
                </option>
              ))}
            </Select>
            <IconButton
              icon="x"
              label={t('remove', { number: place + 1 })}
              onClick={() => onChange(value.filter((_, other) => other !== place))}
            />
          </li>
        ))}
      </ul>
      {error && (
        <p id={id} className={fieldAnswer({ fault: true })} role="alert">
          {error}
        </p>
      )}
      <div>
        <Button
          size="sm"
          icon="plus"
          onClick={() => onChange([...value, { account: accounts[0]?.slug ?? '*', role: 'viewer' }])}
        >
          {t('add')}
        </Button>
      </div>
    </fieldset>
  );
}
