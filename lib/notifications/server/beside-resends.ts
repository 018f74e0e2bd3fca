import 'server-only';
import type { BesideOf } from '#lib/notifications/server/beside.ts';
import { resendOutcomes } from '#lib/notifications/server/resend-outcomes.ts';

/** Of a resend that ended: its deliveries come in afterwards, so the line says how many by now. */
export const besideResends: BesideOf = async (_, told) => {
  const ended = told.filter(({ facts }) => facts.topic === 'resend');
  const outcomes = await resendOutcomes(ended.map(({ facts }) => String(facts.id)));
  return new Map(ended.map(({ cause, facts }) => [cause, { facts: { ...outcomes.get(String(facts.id)) } }]));
};
