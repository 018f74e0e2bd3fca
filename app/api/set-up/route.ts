import { GuicheError } from '#lib/api/errors.ts';
import { route } from '#lib/api/route.ts';
import { setUpAdmin } from '#lib/auth/server/first-admin.ts';

export const POST = route('POST /api/set-up', async ({ body: { token, ...person } }) => {
  if (!(await setUpAdmin(token, person)))
    throw new GuicheError('not_found', 'The link was used or is too old.');
});
