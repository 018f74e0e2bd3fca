'use client';

import { useLocale, useTranslations } from 'next-intl';
import { useEffect, useState } from 'react';
import { additionsLeft, ipRulesFor, MOST_ADDITIONS, MOST_ADDRESSES } from '#lib/accounts/access-rules.ts';
import { serverNow } from '#lib/core/clock.ts';
import { formatInstant, type Locale } from '#lib/core/dates.ts';
import { Button } from './button.tsx';
import { useNow } from './use-now.ts';

/**
 * Rules for registering an IP address at the provider (document 1); `code`: shows only the rules relevant to
 * this error code.
 */
export function IpRules({ code }: { code: string | null }) {
  const t = useTranslations('common.ipRules');
  const rules = ipRulesFor(code);
  if (rules.length === 0) return null;
  return (
    <ul aria-label={t('label')} className="mt-1 list-disc pl-4 text-xs text-ink-2">
      {rules.map((rule) => (
        <li key={rule}>
          {t(rule, { most: MOST_ADDRESSES, ...MOST_ADDITIONS })}
          {rule === 'burst' && <Additions />}
        </li>
      ))}
    </ul>
  );
}

const STORAGE_KEY = 'guiche.ip-additions';

/**
 * Guichê cannot see additions made in the provider's panel: the operator notes each one, and this tab counts
 * them.
 */
function Additions() {
  const t = useTranslations('common.ipRules');
  const locale = useLocale() as Locale;
  const [noted, setNoted] = useState<readonly number[]>([]);
  const now = useNow(1000);
  useEffect(() => setNoted(loadNotes()), []);
  // The clock ticks once a second; a new note must count at once.
  const { left, nextAt } = additionsLeft(noted, Math.max(now, noted.at(-1) ?? 0));
  const note = () => {
    const next = [...noted, serverNow()].slice(-MOST_ADDITIONS.count);
    setNoted(next);
    store(next);
  };
  return (
    <span className="my-1 flex flex-wrap items-center gap-2">
      <Button size="sm" onClick={note} disabled={left === 0}>
        {t('noteAddition')}
      </Button>
      <span role="status">
        {nextAt === null
          ? noted.length > 0 && t('additionsLeft', { left })
          : t('nextAddition', { time: formatInstant(locale, new Date(nextAt).toISOString(), 'time') })}
      </span>
    </span>
  );
}

function loadNotes(): readonly number[] {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? '[]');
    return Array.isArray(stored) ? stored.filter((at) => typeof at === 'number') : [];
  } catch {
    return [];
  }
}

function store(noted: readonly number[]): void {
  try {
    sessionStorage.setItem(STORAGE_KEY, JSON.stringify(noted));
  } catch {
    // Storage is full or forbidden: the notes last until the page is left.
  }
}
