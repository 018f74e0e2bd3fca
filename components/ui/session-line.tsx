'use client';

import { useTranslations } from 'next-intl';
import { agentName, isHandheld } from '#lib/profile/agent-name.ts';
import type { OpenSession } from '#lib/session/contract.ts';
import { Badge } from './badge.tsx';
import { Button } from './button.tsx';
import { Instant } from './instant.tsx';
import { ListLine } from './list-line.tsx';

/** `onEnd` is absent where the session cannot be ended from here. */
type Props = { of: OpenSession; busy: boolean; onEnd?: (() => void) | undefined };

/** One session of a person: device, address, start, sign-in method. */
export function SessionLine({ of, busy, onEnd }: Props) {
  const t = useTranslations('profile.sessions');
  const agent = of.agent ?? '';
  return (
    <ListLine
      icon={of.newAddress ? 'triangle' : isHandheld(agent) ? 'phone' : 'desktop'}
      tone={of.newAddress ? 'warn' : 'idle'}
      name={<span title={agent}>{agent === '' ? t('unknownAgent') : agentName(agent)}</span>}
      note={
        <>
          <span className="mono break-all">{of.address ?? '–'}</span> · {t('since')}{' '}
          <Instant at={of.createdAt} variant="minute" /> · {t(`method.${of.method as 'password'}`)}
          {of.newAddress && <> · {t('first')}</>}
        </>
      }
    >
      {of.current ? (
        <Badge icon="check">{t('current')}</Badge>
      ) : (
        <>
          <span>
            {t('seen')} <Instant at={of.lastSeenAt} variant="minute" />
          </span>
          {onEnd && (
            <Button size="sm" aria-busy={busy} onClick={onEnd}>
              {t('end')}
            </Button>
          )}
        </>
      )}
    </ListLine>
  );
}
