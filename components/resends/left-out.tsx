import { useLocale, useTranslations } from 'next-intl';
import { Facts } from '#components/ui/facts.tsx';
import { leftOut } from '#lib/resends/progress.ts';

type Props = { counts: Parameters<typeof leftOut>[0] };

/** How many stay out, by reason. */
export function LeftOut({ counts }: Props) {
  const t = useTranslations('resends.out');
  const locale = useLocale();
  return (
    <Facts
      of={leftOut(counts).map(({ reason, count }) => ({
        key: reason,
        label: <b className="block text-right text-ink">{count.toLocaleString(locale)}</b>,
        value: t.rich(reason, { id: (words) => <span className="mono">{words}</span> }),
      }))}
    />
  );
}
