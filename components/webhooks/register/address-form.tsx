'use client';

import { useTranslations } from 'next-intl';
import { useSession } from '#components/shell/session-context.tsx';
import { Callout } from '#components/ui/callout.tsx';
import { CheckLine } from '#components/ui/checkbox.tsx';
import { Segments } from '#components/ui/segments.tsx';
import type { UrlCheck } from '#lib/webhooks/url-rules.ts';
import { type Choice, EventChoice } from './event-choice.tsx';
import { UrlField } from './url-field.tsx';

export type Draft = { where: 'own' | 'receiver'; url: string; events: Choice; secret: boolean };

type Props = {
  draft: Draft;
  onChange: (next: Draft) => void;
  check: UrlCheck;
  refused: string | null;
  tried: boolean;
};

/** Step 1: where notices go, which, and whether they are signed. */
export function AddressForm({ draft, onChange, check, refused, tried }: Props) {
  const t = useTranslations('webhooks.form');
  const set = (part: Partial<Draft>) => onChange({ ...draft, ...part });
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
          value={draft.url}
          onChange={(url) => set({ url })}
          check={check}
          refused={refused}
          tried={tried}
        />
      ) : (
        <Callout>{t(capabilities.includes('deliveries') ? 'receiverWords' : 'receiverOnly')}</Callout>
      )}
      <EventChoice value={draft.events} onChange={(events) => set({ events })} />
      {kind === 'hub' && <p className="text-xs text-ink-3">{t('secretAlways')}</p>}
      {own && kind !== 'hub' && (
        <div className="form-field">
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
