import { addDays, type Day } from '#lib/dates.ts';
import type { Report } from '#lib/reports/queries.ts';
import type { ReportDraft } from '#lib/reports/report-form.ts';
import { daysOf } from '#lib/reports/rules.ts';

/** Last month, or what an earlier report was of. */
export function draftOf(report: Report | null, today: Day): ReportDraft {
  const days = report === null ? { from: null, to: null } : daysOf(report);
  const usual = lastMonth(today);
  return {
    from: days.from ?? usual.from,
    to: days.to ?? usual.to,
    types: report?.types ?? [],
    statuses: report?.statuses ?? [],
  };
}

export function lastMonth(today: Day): { from: Day; to: Day } {
  const to = addDays(`${today.slice(0, 8)}01`, -1);
  return { from: `${to.slice(0, 8)}01`, to };
}
