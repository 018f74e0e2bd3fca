import { route } from '#lib/api/route.ts';
import { checkReady } from '#lib/system/server/check-ready.ts';

export const GET = route('GET /api/ready', () => checkReady());
