'use client';

import { useLocale, useTranslations } from 'next-intl';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Callout } from '#components/ui/callout.tsx';
import type { Step } from '#components/ui/steps-down.tsx';
import { formatInstant, type Locale } from '#lib/dates.ts';
import type { Since, WebhookRow } from '#lib/webhooks/queries.ts';
import { SaveSecret } from '../secret/save-secret.tsx';
import { useEnvNames } from '../secret/use-env-names.ts';
import { ExplainStep } from './explain-step.tsx';
import { FailingCallout } from './failing-callout.tsx';
import { PasswordStep } from './password-step.tsx';
import { UnclearStep } from './unclear-step.tsx';
import type { Rotation } from './use-rotation.ts';

type Options = {
  rotation: Rotation;
  creating: boolean;
  week: WebhookRow['week'];
  since: Since | undefined;
  ofAccount?: boolean;
  /** Guichê's own receiver takes the new secret by itself. */
  receiver?: boolean;
  onKept: () => void;
};

/** Steps 1 to 3, the same for an endpoint's secret and the account's. */
export function useRotatingSteps(options: Options): Step[] {
  const { rotation, creating, week, ofAccount = false } = options;
  const t = useTranslations('webhooks.rotate');
  const locale = useLocale() as Locale;
  const [readAt, setReadAt] = useState<string | null>(null);
  const { issued, unclear } = rotation;
  const begun = issued !== null || unclear !== null;
  const provedAt = useFirst(begun && readAt !== null);
  const time = (at: string | null) => (at === null ? null : formatInstant(locale, at, 'time'));
  const now: 'explain' | 'password' | 'keep' = begun ? 'keep' : readAt === null ? 'explain' : 'password';
  const stateOf = (step: 'explain' | 'password' | 'keep') => {
    const order = ['explain', 'password', 'keep'];
    const distance = order.indexOf(step) - order.indexOf(now);
    return distance === 0 ? 'current' : distance < 0 ? 'done' : 'later';
  };
  const read = time(readAt);
  const proved = time(provedAt);
  return [
    {
      id: 'explain',
      title: t('explain.title'),
      note: read && t('explain.read', { time: read }),
      state: stateOf('explain'),
      children: now === 'explain' && (
        <ExplainStep
          creating={creating}
          week={week}
          ofAccount={ofAccount}
          onNext={() => setReadAt(new Date().toISOString())}
        />
      ),
    },
    {
      id: 'password',
      title: t('password.title'),
      note: proved && t('password.done', { time: proved }),
      state: stateOf('password'),
      children: now === 'password' && (
        <PasswordStep rotation={rotation} creating={creating} onBack={() => setReadAt(null)} />
      ),
    },
    {
      id: 'keep',
      title: t('keep.title'),
      state: stateOf('keep'),
      children: now === 'keep' && <SaveStep {...options} />,
    },
  ];
}

/** The moment at which something became true. */
function useFirst(happened: boolean): string | null {
  const at = useRef<string | null>(null);
  const [, draw] = useState(0);
  useEffect(() => {
    if (!happened || at.current !== null) return;
    at.current = new Date().toISOString();
    draw((count) => count + 1);
  }, [happened]);
  return at.current;
}

const bold = (words: ReactNode) => <b>{words}</b>;

function SaveStep({ rotation, creating, since, ofAccount = false, receiver = false, onKept }: Options) {
  const env = useEnvNames();
  const t = useTranslations('webhooks');
  const locale = useLocale() as Locale;
  const { issued, again } = rotation;
  if (issued === null) return <UnclearStep rotation={rotation} />;
  const time = formatInstant(locale, issued.issuedAt, 'time');
  return (
    <>
      {again === 'done' && (
        <Callout tone="warn" role="status">
          {t('rotate.unknown.done')}
        </Callout>
      )}
      <SaveSecret
        key={issued.id}
        secretId={issued.id}
        env={ofAccount ? env.callback : env.webhook}
        label={ofAccount ? 'callbackBox' : 'box'}
        optional={receiver}
        intro={
          receiver
            ? t('started.receiver')
            : creating
              ? t('keep.first')
              : t.rich('keep.stopped', { time, b: bold })
        }
        next={t('keep.toProof')}
        onKept={onKept}
      >
        <FailingCallout since={since} />
      </SaveSecret>
    </>
  );
}
