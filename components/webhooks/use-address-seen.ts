'use client';

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSession } from '#components/app-shell/session.tsx';
import { clean } from '#lib/core/clean.ts';
import { addressSeenOptions } from '#lib/webhooks/address-query.ts';

/**
 * Tells if the service could call this address, as far as Guichê can see: asked once the field was left with
 * a good form. `unseen` is a warning; the service's own name servers may know more.
 */
export function useAddressSeen(value: string, good: boolean): { onBlur: () => void; unseen: boolean } {
  const account = useSession().account.slug;
  const [left, setLeft] = useState('');
  const url = clean('address', value);
  const { data } = useQuery({
    ...addressSeenOptions(account, url),
    enabled: good && url !== '' && left === url,
  });
  return { onBlur: () => setLeft(url), unseen: good && data?.fault === null && !data.seen };
}
