import { useLocale, useTranslations } from 'next-intl';
import { OperationFields } from '#components/forms/operation-fields.tsx';
import { OperationForm } from '#components/forms/operation-form.tsx';
import { useOperationForm } from '#components/forms/use-operation-form.ts';
import { Callout } from '#components/ui/callout.tsx';
import { CheckLine } from '#components/ui/checkbox.tsx';
import { fieldVariants } from '#components/ui/field.tsx';
import { PastedField } from '#components/ui/pasted-field.tsx';
import { PlainField } from '#components/ui/plain-field.tsx';
import { type NumberName, REASON_LENGTH, settingsOf } from '#lib/accounts/rules.ts';
import type { Connection } from '#lib/connections/queries.ts';
import { formatInstant, type Locale } from '#lib/core/dates.ts';
import { Refusal, useAccountChange, useFieldErrorLabels } from './account-change.tsx';
import {
  accountForm,
  changeOf,
  type GroupName,
  groupsOf,
  isFlag,
  isMegabytes,
  isWeaker,
  rangeOf,
  type Typed,
  typedOf,
  wrongNumbers,
} from './account-forms.ts';
import { PendingRule, UnreadRules } from './pending-rule.tsx';

type Props = {
  account: Connection;
  onClose: () => void;
  /** Shows a dialog with only this group of rules. */
  only?: GroupName;
};

export function EditSheet({ account, onClose, only }: Props) {
  const whole = only === undefined;
  const t = useTranslations('accounts.edit');
  const fieldLabels = useTranslations('accounts.form');
  const locale = useLocale() as Locale;
  const { finish, stale } = useAccountChange(onClose);
  const form = useOperationForm('PATCH /api/settings/accounts/{id}', accountForm, {
    params: { id: account.id },
    facts: account,
    // The dialog must not restore a draft of the sheet, which has other fields.
    ...(whole ? {} : { stored: false }),
    first: { name: account.name, typed: typedOf(account), reason: '' },
    errorText: useFieldErrorLabels(),
    stale,
    onDone: ({ change }) =>
      finish(
        change === undefined
          ? t('saved')
          : t('waits', { until: formatInstant(locale, change.effectiveAt, 'minute') }),
      ),
  });
  const { typed } = form.values;
  const body = accountForm.body(form.values, account);
  const unchanged = Object.keys(body).length === 0;
  return (
    <OperationForm
      form={form}
      as={whole ? 'drawer' : 'dialog'}
      onSubmit={() => unchanged || form.submit()}
      onClose={onClose}
      title={t(whole ? 'title' : 'limitsTitle', { name: account.name })}
      confirm={t('save')}
      off={unchanged || !form.good}
      note={unchanged && t('unchanged')}
      above={
        whole && (
          <>
            <UnreadRules />
            <PendingRule account={account} />
          </>
        )
      }
      refused={!form.shownAtFields && <Refusal error={form.error} />}
    >
      {whole && (
        <PlainField
          {...form.at('name')}
          label={fieldLabels('name')}
          hint={fieldLabels('nameHint')}
          maxLength={60}
        />
      )}
      <Rules account={account} only={only} typed={typed} onChange={form.at('typed').onChange} />
      {isWeaker(account, changeOf(account, typed)) && (
        <Callout tone="warn" role="status" title={t('weaker')}>
          {t('weakerDescription')}
        </Callout>
      )}
      <OperationFields
        form={form}
        labels={{
          reason: {
            label: t('reason'),
            hint: t('reasonSeen'),
            rule: (length, most) => t('reasonRule', { count: length, least: REASON_LENGTH.least, most }),
          },
        }}
      />
    </OperationForm>
  );
}

type RulesProps = {
  account: Connection;
  only: GroupName | undefined;
  typed: Typed;
  onChange: (next: Typed) => void;
};

function Rules({ account, only, typed, onChange }: RulesProps) {
  const t = useTranslations('accounts');
  const wrong = wrongNumbers(account.kind, typed);
  const flags = settingsOf(account.kind).filter(isFlag);
  const groups = groupsOf(account.kind).filter(({ group }) => only === undefined || group === only);
  return (
    <>
      {groups.map(({ group, names }) => (
        <fieldset key={group} className={fieldVariants()}>
          <legend className={only === undefined ? 'mb-2 font-semibold' : 'sr-only'}>
            {t(`group.${group}`)}
          </legend>
          <div className="mb-3 grid grid-cols-[repeat(auto-fill,minmax(13rem,1fr))] gap-3">
            {names.map((name) => (
              <NumberField
                key={name}
                name={name}
                value={typed.numbers[name] ?? ''}
                onChange={(value) => onChange({ ...typed, numbers: { ...typed.numbers, [name]: value } })}
                wrong={wrong.includes(name)}
              />
            ))}
          </div>
        </fieldset>
      ))}
      {only === undefined && flags.length > 0 && (
        <fieldset className={fieldVariants()}>
          <legend className="mb-2 font-semibold">{t('group.other')}</legend>
          {flags.map((name) => (
            <CheckLine
              key={name}
              checked={typed.flags[name] ?? false}
              onChange={(event) =>
                onChange({ ...typed, flags: { ...typed.flags, [name]: event.target.checked } })
              }
            >
              {t(`edit.${name}`)}
              <small className="block text-xs text-ink-3">{t(`edit.${name}Description`)}</small>
            </CheckLine>
          ))}
        </fieldset>
      )}
    </>
  );
}

type NumberProps = { name: NumberName; value: string; onChange: (next: string) => void; wrong: boolean };

/** A number with its unit in the frame (money has no range); the hint explains the rule and its default. */
function NumberField({ name, value, onChange, wrong }: NumberProps) {
  const t = useTranslations('accounts');
  const range = rangeOf(name);
  const error = range === null ? t('error.money') : t('error.number', { range: t('edit.range', range) });
  const usual = range === null ? t('edit.usualNone') : t('edit.usual', { usual: t(`usual.${name}`) });
  return (
    <PastedField
      paste="amount"
      label={t(`edit.${name}`)}
      error={wrong && error}
      hint={
        <span>
          {t(`does.${name}`)} {usual}
        </span>
      }
      inputMode={range === null || isMegabytes(name) ? 'decimal' : 'numeric'}
      maxLength={16}
      value={value}
      onChange={onChange}
      {...(range === null ? { unit: 'R$' } : { after: <span className="unit">{t(`unit.${name}`)}</span> })}
    />
  );
}
