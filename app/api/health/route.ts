import { route } from '#lib/api/route.ts';

export const GET = route('GET /api/health', () => ({ alive: true as const }));
