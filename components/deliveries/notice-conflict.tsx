'use client';

import { useTranslations } from 'next-intl';
import { Button } from '#components/ui/button.tsx';
import { Callout } from '#components/ui/callout.tsx';
import { Instant } from '#components/ui/instant.tsx';
import type { NoticeConflict as Conflict } from '#lib/deliveries/notice-conflict.ts';

type Props = { conflict: Conflict | null; nameOf: (event: string) => string; onReadAgain: () => void };

/** Warns that notices and the provider's answer differ, or that an older notice came last. */
export function NoticeConflict({ conflict, nameOf, onReadAgain }: Props) {
  const t = useTranslations('common.noticeConflict');
  if (conflict === null) return null;
  return (
    <Callout
      tone="warn"
      role="status"
      title={t(`${conflict.kind}.title`)}
      action={
        <Button size="sm" onClick={onReadAgain}>
          {t('readAgain')}
        </Button>
      }
    >
      {t.rich(`${conflict.kind}.description`, {
        event: nameOf(conflict.event),
        when: () => <Instant at={conflict.at} variant="minute" />,
      })}
    </Callout>
  );
}
