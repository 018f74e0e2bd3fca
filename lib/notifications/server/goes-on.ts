import 'server-only';
import { and, inArray, type SQL, sql } from 'drizzle-orm';
import { ago } from '#lib/db/clock.ts';
import { disputes, disputeWork } from '#lib/db/schema/disputes.ts';
import { noticeSteps, notices } from '#lib/db/schema/notifications.ts';
import { operations } from '#lib/db/schema/operations.ts';

/** The first step of a dispute's deadline is told two days before it: a line older than that is over. */
const RUNS_MS = 3 * 24 * 3_600_000;

const these = (...events: string[]) => inArray(notices.event, events);

/** A line whose subject is not over: an incident without its end, an unknown operation, a deadline that runs. */
export function goesOn(): SQL {
  const ended = sql`exists (select 1 from ${noticeSteps} where ${noticeSteps.cause} = ${notices.cause}
    and ${noticeSteps.step} in ('recovered', 'accepted', 'released'))`;
  // Few are unknown at any time, whoever's they are.
  const unknown = sql`${notices.cause} in (
    select 'operation:' || ${operations.id} from ${operations} where ${operations.state} = 'unknown')`;
  const runs = sql`exists (select 1 from ${noticeSteps}
    join ${disputes} on ${disputes.accountId} = ${noticeSteps.accountId}
      and ${disputes.id} = ${noticeSteps.facts} ->> 'id' and ${disputes.state} = 'open'
    left join ${disputeWork} on ${disputeWork.accountId} = ${disputes.accountId}
      and ${disputeWork.disputeId} = ${disputes.id}
    where ${noticeSteps.cause} = ${notices.cause} and ${disputeWork.sentAt} is null
      and (${noticeSteps.facts} ->> 'deadline')::timestamptz > now())`;
  const [incident, operation, deadline] = [
    and(these('endpoint', 'credential_refused', 'account_block'), sql`not ${ended}`),
    and(these('operation_unknown'), unknown),
    and(these('deadline_far', 'deadline_near'), sql`${notices.at} > ${ago(RUNS_MS)}`, runs),
  ];
  return sql`(${incident} or ${operation} or ${deadline})`;
}
