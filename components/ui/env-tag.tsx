import type { ReactNode } from 'react';
import { cn } from './cn.ts';

type Props = { environment: 'production' | 'sandbox'; className?: string; children: ReactNode };

/** An account's environment, in the colour of its band. */
export function EnvTag({ environment, className, children }: Props) {
  const tint = environment === 'sandbox' && 'rounded-1 bg-env-sandbox px-0.75 text-env-sandbox-ink';
  return <span className={cn('font-semibold', tint, className)}>{children}</span>;
}
