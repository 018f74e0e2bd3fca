'use client';

import { useTranslations } from 'next-intl';
import { Button } from '#components/ui/button.tsx';
import { Callout } from '#components/ui/callout.tsx';
import { Instant } from '#components/ui/instant.tsx';
import type { NoticeDoubt as Doubt } from '#lib/deliveries/notice-doubt.ts';

type Props = { doubt: Doubt | null; nameOf: (event: string) => string; onReadAgain: () => void };

/** Warns that notices and the provider's answer differ, or that an older notice came last. */
export function NoticeDoubt({ doubt, nameOf, onReadAgain }: Props) {
  const t = useTranslations('common.noticeDoubt');
  if (doubt === null) return null;
  return (
    <Callout
      tone="warn"
      role="status"
      title={t(`${doubt.kind}.title`)}
      action={
        <Button size="sm" onClick={onReadAgain}>
          {t('readAgain')}
        </Button>
      }
    >
      {t.rich(`${doubt.kind}.description`, {
        event: nameOf(doubt.event),
        when: () => <Instant at={doubt.at} variant="minute" />,
      })}
    </Callout>
  );
}
