'use client';

import { useTranslations } from 'next-intl';
import { useSession } from '#components/shell/session-context.tsx';
import { Facts } from '#components/ui/facts.tsx';
import type { SecretFact, WebhookRow } from '#lib/webhooks/queries.ts';
import { SecretAge } from './secret-age.tsx';
import { useAges } from './use-ages.ts';

/** When it was registered, what is known of its secret, and from where. */
export function EndpointFacts({ row, asOf }: { row: WebhookRow; asOf: string }) {
  const t = useTranslations('webhooks');
  const { secret, rotatedAt, createdAt, updatedAt, source } = row;
  const age = useAges(asOf, rotatedAt ?? secret?.issuedAt ?? null);
  return (
    <section>
      <Facts
        of={[
          {
            label: t('card.secret'),
            value: secret === null ? <SecretAge row={row} age={age} /> : <Origin secret={secret} age={age} />,
          },
          { label: t('secret.rotated'), value: rotatedAt && age(rotatedAt) },
          { label: t('drawer.created'), at: createdAt },
          { label: t('drawer.updated'), at: updatedAt === createdAt ? null : updatedAt },
          { label: t('drawer.source'), value: t(`drawer.sources.${source}`) },
        ]}
      />
    </section>
  );
}

function Origin({ secret, age }: { secret: SecretFact; age: (at: string) => string }) {
  const t = useTranslations('webhooks.secret');
  const me = useSession().session.operator.id;
  const { origin, issuedAt, issuedTo } = secret;
  const told = { age: age(issuedAt) };
  if (issuedTo === null) return origin === 'pasted' ? t('pasted', told) : told.age;
  const name = issuedTo.id === me ? t('you') : issuedTo.name;
  return t(origin === 'pasted' ? 'pastedBy' : 'createdBy', { ...told, name });
}
