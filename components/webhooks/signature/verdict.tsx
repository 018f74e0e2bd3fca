'use client';

import { useLocale, useTranslations } from 'next-intl';
import { useEffect, useRef } from 'react';
import { Callout } from '#components/ui/callout.tsx';
import { CopyButton } from '#components/ui/copy-button.tsx';
import { type Locale, relativeAge } from '#lib/dates.ts';
import type { SignatureVerdict } from '#lib/webhooks/queries.ts';

type Props = { verdict: SignatureVerdict; old: boolean };

/** It holds, or which part is wrong and what to compare on one's own side. */
export function Verdict({ verdict, old }: Props) {
  const t = useTranslations('webhooks.signature');
  const { holds, fault, signed, expected, received } = verdict;
  const ref = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each verdict is brought into view
  useEffect(() => {
    ref.current?.scrollIntoView({ block: 'nearest' });
  }, [verdict]);
  return (
    <div ref={ref} className="grid min-w-0 grid-cols-1 gap-3" role="status">
      {holds ? <Holds verdict={verdict} old={old} /> : <Fault verdict={verdict} />}
      {(signed ?? expected ?? received) && (
        <dl className="grid gap-2">
          {signed && (
            <Compared
              name={`${t('signed')} · ${t('signedNote', { bytes: signed.bytes })}`}
              value={signed.head}
            />
          )}
          {expected && fault !== 'header_form' && <Compared name={t('expected')} value={expected} copy />}
          {received && <Compared name={t('received')} value={received} copy />}
        </dl>
      )}
    </div>
  );
}

function Holds({ verdict, old }: Props) {
  const t = useTranslations('webhooks.signature');
  const age = useAge(verdict);
  return (
    <Callout tone="ok" title={t('holds')}>
      {t('holdsWords', { age: old || age === null ? 'none' : age })}
    </Callout>
  );
}

function Fault({ verdict }: { verdict: SignatureVerdict }) {
  const t = useTranslations('webhooks.signature');
  const { fault, scheme, holdsApartFromTime } = verdict;
  const age = useAge(verdict) ?? '';
  if (fault === null) return null;
  const header = t(`schemeHeaders.${scheme}`);
  return (
    <Callout tone="danger" title={t(`faults.${fault}.title`)}>
      {t(`faults.${fault}.words`, { header, age })}{' '}
      {holdsApartFromTime !== null &&
        fault === 'timestamp_outside' &&
        t(holdsApartFromTime ? 'apart' : 'apartNot')}
    </Callout>
  );
}

/** The signature's age in words; null where the scheme tells none. */
function useAge({ ageSeconds }: SignatureVerdict): string | null {
  const locale = useLocale() as Locale;
  return ageSeconds === null ? null : relativeAge(locale, -ageSeconds * 1000, 0);
}

function Compared({ name, value, copy = false }: { name: string; value: string; copy?: boolean }) {
  return (
    <div>
      <dt className="text-(length:--text-xs) text-ink-3">
        {name} {copy && <CopyButton value={value} />}
      </dt>
      <dd className="wrap-anywhere font-mono text-(length:--text-xs) text-ink">{value}</dd>
    </div>
  );
}
