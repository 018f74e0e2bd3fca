import { useLocale } from 'next-intl';
import { formatInstant, type InstantStyle, type Locale, withOffset } from '#lib/core/dates.ts';

type Props = { at: string | null | undefined; variant?: InstantStyle; className?: string };

/** An instant in São Paulo time; the title has the exact time with its offset. */
export function Instant({ at, variant = 'full', className }: Props) {
  const locale = useLocale() as Locale;
  if (!at) return <span className="text-ink-3">–</span>;
  return (
    <time dateTime={at} title={withOffset(at)} className={className}>
      {formatInstant(locale, at, variant)}
    </time>
  );
}
