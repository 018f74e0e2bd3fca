'use client';

import { useTranslations } from 'next-intl';
import { agentName, isHandheld } from '#lib/profile/agent-name.ts';
import type { OpenSession } from '#lib/session/contract.ts';
import { Badge } from './badge.tsx';
import { Button } from './button.tsx';
import { Icon } from './icon.tsx';
import { Instant } from './instant.tsx';

type Props = {
  of: OpenSession;
  busy: boolean;
  /** Absent where it is not ended from here. */
  onEnd?: (() => void) | undefined;
};

/** Where somebody is signed in, since when, by what. */
export function SessionLine({ of, busy, onEnd }: Props) {
  const t = useTranslations('profile.sessions');
  const agent = of.agent ?? '';
  const name = agent === '' ? t('unknownAgent') : agentName(agent);
  return (
    <li>
      <Icon
        name={of.newAddress ? 'triangle' : isHandheld(agent) ? 'phone' : 'desktop'}
        tone={of.newAddress ? 'warn' : 'idle'}
      />
      <div className="min-w-0 flex-1 basis-40">
        <div className="break-words text-ink" title={agent}>
          {name}
        </div>
        <div className="text-xs text-ink-3">
          <span className="mono break-all">{of.address ?? '–'}</span> · {t('since')}{' '}
          <Instant at={of.createdAt} variant="minute" /> · {t(`method.${of.method as 'password'}`)}
          {of.newAddress && <> · {t('first')}</>}
        </div>
      </div>
      <div className="ml-auto flex items-center gap-2">
        {of.current ? (
          <Badge icon="check">{t('current')}</Badge>
        ) : (
          <span className="text-xs text-ink-3">
            {t('seen')} <Instant at={of.lastSeenAt} variant="minute" />
          </span>
        )}
        {!of.current && onEnd !== undefined && (
          <Button size="sm" aria-busy={busy || undefined} onClick={onEnd}>
            {t('end')}
          </Button>
        )}
      </div>
    </li>
  );
}
