import { useRouter } from 'next/navigation';
import { useFormatter, useTranslations } from 'next-intl';
import { useCommands } from '#components/app-shell/command-context.tsx';
import { CHOICES, type Choosable, useSavePreferences } from '#components/app-shell/preferences.ts';
import { useRoleLabels, useSession } from '#components/app-shell/session.tsx';
import { OperationFields } from '#components/forms/operation-fields.tsx';
import type { BodyOf } from '#components/forms/use-operation.ts';
import { useOperationForm } from '#components/forms/use-operation-form.ts';
import { Button, TextButton } from '#components/ui/button.tsx';
import { Switch } from '#components/ui/checkbox.tsx';
import { ErrorCard } from '#components/ui/error-card.tsx';
import { Facts } from '#components/ui/facts.tsx';
import { Panel } from '#components/ui/panel.tsx';
import { Segments } from '#components/ui/segments.tsx';
import { useToast } from '#components/ui/toast.tsx';
import type { FormDescription } from '#lib/core/form.ts';
import { allProfile, type Profile } from '#lib/profile/queries.ts';

/** Name and preferences. Preferences apply at once, as in the menu of the side bar. */
export function SelfPanel({ profile }: { profile: Profile }) {
  const t = useTranslations('profile.self');
  const labels = useTranslations('shell.preferences');
  const { singleKeys } = useSession().session.preferences;
  const save = useSavePreferences();
  const { setOpen } = useCommands();
  return (
    <Panel title={profile.name} note={useRolesNote()}>
      <div className="grid gap-4">
        <NameForm name={profile.name} />
        <Facts
          variant="wide"
          of={[
            {
              label: t('email'),
              value: (
                <>
                  {profile.email} <small className="text-ink-3">{t('emailNote')}</small>
                </>
              ),
            },
            ...(['language', 'theme', 'density'] as const).map((name) => ({
              label: labels(name),
              value: <Choice of={name} />,
            })),
            {
              label: t('keys'),
              value: (
                <div className="flex flex-wrap items-center gap-2">
                  <Switch checked={singleKeys} onChange={(next) => void save({ singleKeys: next })}>
                    {labels('singleKeys')}
                  </Switch>
                  <TextButton onClick={() => setOpen('help')}>{t('allKeys')}</TextButton>
                </div>
              ),
            },
          ]}
        />
      </div>
    </Panel>
  );
}

/** The operator's roles and their accounts: "Administração em todas as contas". */
function useRolesNote(): string {
  const t = useTranslations('profile.self');
  const labelOf = useRoleLabels();
  const format = useFormatter();
  const { accounts } = useSession().session;
  const byRoles = Map.groupBy(accounts, ({ roles }) => labelOf(roles));
  if (byRoles.size === 1 && accounts.length > 1)
    return t('rolesEverywhere', { roles: [...byRoles.keys()][0] ?? '' });
  return [...byRoles]
    .map(([roles, on]) => t('rolesOn', { roles, accounts: format.list(on.map(({ name }) => name)) }))
    .join(' · ');
}

function Choice({ of }: { of: Choosable }) {
  const labels = useTranslations('shell.preferences');
  const { preferences } = useSession().session;
  const save = useSavePreferences();
  return (
    <Segments<string>
      label={labels(of)}
      value={preferences[of]}
      onChange={(next) => void save({ [of]: next })}
      options={CHOICES[of].values.map((value) => ({
        value,
        label: labels(`${CHOICES[of].labels}.${value}`),
      }))}
    />
  );
}

export const nameForm: FormDescription<{ name: string }, null, BodyOf<'PATCH /api/settings/profile'>> = {
  blank: { name: '' },
  fields: {
    name: { kind: 'text', most: 80, early: 0, validate: (name) => (name.trim() === '' ? 'needed' : null) },
  },
  body: ({ name }) => ({ name: name.trim() }),
};

function NameForm({ name }: { name: string }) {
  const t = useTranslations('profile.self');
  const router = useRouter();
  const toast = useToast();
  const form = useOperationForm('PATCH /api/settings/profile', nameForm, {
    facts: null,
    first: { name },
    proof: 'none',
    stale: [allProfile],
    errorText: (code) => (code === 'needed' ? t('nameNeeded') : code),
    onDone() {
      toast(t('saved'));
      router.refresh();
    },
  });
  const same = form.values.name.trim() === name;
  return (
    <form
      className="flex flex-wrap items-end gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        if (!same) void form.submit();
      }}
    >
      <div className="min-w-0 flex-1 basis-56">
        <OperationFields form={form} labels={{ name: { label: t('name'), rule: t('nameRule') } }} />
      </div>
      {!same && (
        <Button type="submit" variant="main" aria-busy={form.busy}>
          {t('save')}
        </Button>
      )}
      {Boolean(form.error) && !form.shownAtFields && <ErrorCard error={form.error} />}
    </form>
  );
}
