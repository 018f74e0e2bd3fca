import { useTranslations } from 'next-intl';
import { cn } from '#components/ui/cn.ts';
import { CountdownRing } from '#components/ui/countdown-ring.tsx';
import { panelVariants } from '#components/ui/panel.tsx';

/** Formats a wait: '42 s', '1 min 42 s', '15 min'. */
export function useWaitWords(): (seconds: number) => string {
  const t = useTranslations('sign-in.wait');
  return (seconds) => t('time', { minutes: Math.floor(seconds / 60), seconds: seconds % 60 }).trim();
}

/** Counts a wait down. The text never calls the account blocked. */
export function Wait({ left, total, words }: { left: number; total: number; words: string }) {
  const t = useTranslations('sign-in.wait');
  const time = useWaitWords();
  return (
    <div className={cn(panelVariants(), 'flex items-center gap-3 p-3')}>
      <CountdownRing left={left} total={total} />
      <div className="min-w-0 flex-1">
        <p className="font-semibold text-ink" aria-hidden="true">
          {left > 0 ? t('title', { time: time(left) }) : t('over')}
        </p>
        <p className="text-xs">{words}</p>
        <p className="sr-only" role="status">
          {left > 0 ? t('title', { time: time(total) }) : t('over')}
        </p>
      </div>
    </div>
  );
}
