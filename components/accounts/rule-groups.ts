import type { AccountKind } from '#lib/account-kinds.ts';
import { isMoney, NUMBERS, type NumberName, settingsOf } from '#lib/accounts/rules.ts';

/** Groups of settings on the form, in its order. */
export const GROUPS = {
  approval: ['approvalAbove', 'approvalAboveDaily'],
  calls: ['callsPerMinute'],
  disputes: ['defenseWindowHours', 'defenseCharacters', 'defenseFiles', 'defenseBytes'],
  resends: ['resendWindowDays', 'resendMaxAgeDays', 'resendIdsPerRequest', 'resendsPerMinute'],
  records: ['deliveryDays'],
} as const satisfies Record<string, readonly NumberName[]>;
export type GroupName = keyof typeof GROUPS;

/** The groups that an account of this kind has, each with its rules. */
export function groupsOf(kind: AccountKind): { group: GroupName; names: readonly NumberName[] }[] {
  const has = new Set<string>(settingsOf(kind));
  return (Object.keys(GROUPS) as GroupName[])
    .map((group) => ({ group, names: GROUPS[group].filter((name) => has.has(name)) }))
    .filter(({ names }) => names.length > 0);
}

const MEGABYTE = 1_048_576;
export const isMegabytes = (name: NumberName): boolean => name === 'defenseBytes';
export const toMegabytes = (bytes: number): string => String(Math.round((bytes / MEGABYTE) * 100) / 100);
/** Null: it is no size. */
export const ofMegabytes = (text: string): number | null =>
  /^\d{1,4}([.,]\d{1,2})?$/.test(text) ? Math.round(Number(text.replace(',', '.')) * MEGABYTE) : null;

/** The least and the most that may be typed, in the unit beside the field; null for money. */
export function rangeOf(name: NumberName): { least: string; most: string } | null {
  const { least, most } = NUMBERS[name];
  if (isMoney(name)) return null;
  const shown = isMegabytes(name) ? toMegabytes : String;
  return { least: shown(least), most: shown(most) };
}
