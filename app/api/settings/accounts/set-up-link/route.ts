import { makeSetUpLink } from '#lib/accounts/server/make-set-up-link.ts';
import { route } from '#lib/api/route.ts';

export const POST = route('POST /api/settings/accounts/set-up-link', ({ ctx }) => makeSetUpLink({ ctx }));
