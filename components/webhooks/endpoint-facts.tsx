'use client';

import { useTranslations } from 'next-intl';
import { Fragment, type ReactNode } from 'react';
import { useSession } from '#components/shell/session-context.tsx';
import { Instant } from '#components/ui/instant.tsx';
import type { SecretFact, WebhookRow } from '#lib/webhooks/queries.ts';
import { SecretAge } from './secret-age.tsx';
import { useAges } from './use-ages.ts';

/** When it was registered, what is known of its secret, and from where. */
export function EndpointFacts({ row, asOf }: { row: WebhookRow; asOf: string }) {
  const t = useTranslations('webhooks');
  const { secret, rotatedAt, createdAt, updatedAt, source } = row;
  const age = useAges(asOf, rotatedAt ?? secret?.issuedAt ?? null);
  const facts: [string, ReactNode][] = [
    [
      t('card.secret'),
      secret === null ? (
        <SecretAge key="age" row={row} age={age} />
      ) : (
        <Origin key="origin" secret={secret} age={age} />
      ),
    ],
    [t('secret.rotated'), rotatedAt && age(rotatedAt)],
    [t('drawer.created'), createdAt && <Instant key="created" at={createdAt} variant="long" />],
    [
      t('drawer.updated'),
      updatedAt && updatedAt !== createdAt && <Instant key="updated" at={updatedAt} variant="long" />,
    ],
    [t('drawer.source'), t(`drawer.sources.${source}`)],
  ];
  return (
    <section>
      <dl className="facts">
        {facts.map(
          ([name, value]) =>
            value && (
              <Fragment key={name}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </Fragment>
            ),
        )}
      </dl>
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
