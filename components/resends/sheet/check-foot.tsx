'use client';

import { useTranslations } from 'next-intl';
import { type ComponentProps, useEffect, useState } from 'react';
import { useOperation } from '#components/forms/use-operation.ts';
import { Button } from '#components/ui/button.tsx';
import { ErrorCard } from '#components/ui/error-card.tsx';
import { serverNow } from '#lib/core/clock.ts';
import { resendKeys } from '#lib/resends/queries.ts';
import type { Task } from './resend-sheet.tsx';

/**
 * How long the preview is valid, and the button with the number to resend. If the counts come only from
 * Guichê's index, zero does not block the request: the provider decides by its own history.
 */
export function CheckFoot({ task }: { task: Task }) {
  const t = useTranslations('resends');
  const { preview, busy, error } = task.preview;
  const count = preview?.counts.remaining ?? 0;
  const waits = task.whenAnswers && (preview?.failing.length ?? 0) > 0;
  const start = useOperation('POST /resends', {
    proof: 'none',
    stale: [resendKeys.all(task.account)],
    onDone: ({ id }) => task.scheduled(id),
  });
  const left = useTimeLeft(preview !== null && !busy ? preview.expiresAt : null);
  const expired = left !== null && left <= 0;
  return (
    <div className="grid min-w-0 flex-1 gap-2">
      {Boolean(start.error) && <ErrorCard error={start.error} />}
      <div className="flex flex-wrap items-center gap-2">
        <Validity left={left} />
        <Button onClick={task.back}>{t('sheet.back')}</Button>
        {expired || start.error ? (
          <Button
            variant="main"
            onClick={() => {
              start.clear();
              task.check(task.choice);
            }}
          >
            {t('checkStep.refresh')}
          </Button>
        ) : (
          preview !== null &&
          !busy &&
          error === null &&
          (count > 0 || preview.estimated) && (
            <Button
              variant="main"
              aria-busy={start.busy || undefined}
              onClick={() => void start.submit({ previewId: preview.previewId, whenAnswers: waits })}
            >
              {count > 0
                ? t(waits ? 'checkStep.scheduleWaiting' : 'checkStep.schedule', { count })
                : t('checkStep.askAnyway')}
            </Button>
          )
        )}
      </div>
    </div>
  );
}

/** A note next to the buttons of the sheet's footer; above them on a phone. */
export function FootNote(props: ComponentProps<'span'>) {
  return <span className="min-w-0 flex-1 text-xs text-ink-3 max-wide:basis-full" {...props} />;
}

function Validity({ left }: { left: number | null }) {
  const t = useTranslations('resends.checkStep');
  if (left === null) return <FootNote>{t('acceptedWords')}</FootNote>;
  if (left <= 0) return <FootNote role="status">{t('expired')}</FootNote>;
  const clock = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, '0')}`;
  return (
    <FootNote>
      {t('acceptedWords')} {t('validFor', { left: clock })}
    </FootNote>
  );
}

/** Whole seconds until `until`; null when `until` is null. */
function useTimeLeft(until: string | null): number | null {
  const [left, setLeft] = useState<number | null>(null);
  useEffect(() => {
    if (until === null) return setLeft(null);
    const tick = () => setLeft(Math.max(0, Math.ceil((Date.parse(until) - serverNow()) / 1000)));
    tick();
    const timer = setInterval(tick, 1000);
    return () => clearInterval(timer);
  }, [until]);
  return left;
}
