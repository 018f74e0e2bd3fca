import { useTranslations } from 'next-intl';

/** A type in words; one that the product does not know stands as the provider wrote it. */
export function TypeWords({ type }: { type: string | null }) {
  const t = useTranslations('transactions.type');
  if (type === null) return '–';
  return t.has(type as 'DEPOSIT') ? t(type as 'DEPOSIT') : type;
}

export function MethodWords({ method }: { method: string | null }) {
  const t = useTranslations('transactions.method');
  if (method === null) return '–';
  return t.has(method as 'PIX') ? t(method as 'PIX') : method;
}
