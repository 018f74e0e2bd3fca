'use client';

import { useTranslations } from 'next-intl';
import { useSession } from '#components/app-shell/session.tsx';
import type { FieldsOf } from '#components/forms/use-operation-form.ts';
import { Callout } from '#components/ui/callout.tsx';
import { CheckLine } from '#components/ui/checkbox.tsx';
import { fieldVariants } from '#components/ui/field.tsx';
import { Segments } from '#components/ui/segments.tsx';
import { EventChoice } from './event-choice.tsx';
import { UrlField } from './url-field.tsx';
import type { NewWebhook } from './webhook-forms.ts';

type Props = {
  form: FieldsOf<NewWebhook>;
  registered: readonly (string | null)[];
  onChange: (part: Partial<NewWebhook>) => void;
};

/** Step 1: where notices go, which, and whether they are signed. */
export function AddressForm({ form, registered, onChange: set }: Props) {
  const t = useTranslations('webhooks.form');
  const { values: draft, at } = form;
  const own = draft.where === 'own';
  const { capabilities, kind } = useSession().account;
  return (
    <>
      <Segments
        label={t('where')}
        value={draft.where}
        onChange={(where) => set({ where })}
        options={[
          { value: 'own', label: t('own') },
          { value: 'receiver', label: t('receiver') },
        ]}
      />
      {own ? (
        <UrlField
          {...at('url')}
          near={at('near')}
          registered={registered}
          onChange={(url) => set({ url, near: false })}
        />
      ) : (
        <Callout>{t(capabilities.includes('deliveries') ? 'receiverWords' : 'receiverOnly')}</Callout>
      )}
      <EventChoice value={draft.events} onChange={(events) => set({ events })} />
      {kind === 'hub' && <p className="text-xs text-ink-3">{t('secretAlways')}</p>}
      {own && kind !== 'hub' && (
        <div className={fieldVariants()}>
          <CheckLine checked={draft.secret} onChange={(event) => set({ secret: event.target.checked })}>
            {t('secret')} <span className="text-ink-3">{t('secretRule')}</span>
            <small className="block text-xs text-ink-3">
              {t(draft.secret ? 'secretWords' : 'secretOff')}
            </small>
          </CheckLine>
        </div>
      )}
    </>
  );
}
