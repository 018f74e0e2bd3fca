import { useLocale } from 'next-intl';
import { formatInstant, type InstantStyle, type Locale, withOffset } from '#lib/core/dates.ts';

type Props = { at: string | null | undefined; variant?: InstantStyle; className?: string };

/** A moment in São Paulo's clock; the title has the exact instant with its offset. */
export function Instant({ at, variant = 'full', className }: Props) {
  const locale = useLocale() as Locale;
  if (!at) return <span className="text-ink-3">–</span>;
  return (
    <time dateTime={at} title={withOffset(at)} className={className}>
      {formatInstant(locale, at, variant)}
    </time>
  );
}
