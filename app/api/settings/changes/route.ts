import { listChanges } from '#lib/accounts/server/rule-changes.ts';
import { route } from '#lib/api/route.ts';

export const GET = route('GET /api/settings/changes', ({ ctx }) => listChanges({ ctx }));
