import { route } from '#lib/api/route.ts';
import { getVolume } from '#lib/overview/server/get-volume.ts';

export const GET = route('GET /overview/volume', ({ ctx }) => getVolume({ ctx }));
